import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeFrame, FrameDecoder, frameTypes, maxPayloadBytes, type Frame } from './frame.ts'
import { split } from './split.fixture.ts'

const anyFrame = fc.record({
  type: fc.constantFrom(...Object.values(frameTypes)),
  id: fc.nat({ max: 0xffff_ffff }),
  payload: fc.uint8Array({ maxLength: 500 }),
})

it('reads back what was written, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(anyFrame), fc.array(fc.nat({ max: 40 })), (frames, cuts) => {
      const decoder = new FrameDecoder()
      const bytes = Buffer.concat(frames.map(({ type, id, payload }) => encodeFrame(type, id, payload)))
      const read: Frame[] = []
      for (const chunk of split(bytes, cuts)) read.push(...decoder.push(chunk))
      expect(read.map(({ type, id, payload }) => ({ type, id, payload: [...payload] }))).toEqual(
        frames.map(({ type, id, payload }) => ({ type, id, payload: [...payload] })),
      )
    }),
  )
})

it('refuses a frame that is too large before it has come', () => {
  const header = encodeFrame(frameTypes.data, 2)
  header.writeUInt32BE(maxPayloadBytes + 1, 5)
  expect(() => [...new FrameDecoder().push(header)]).toThrow(RangeError)
})

it.each([0, 10, 255])('refuses a frame of type %i', (type) => {
  const frame = encodeFrame(frameTypes.data, 2)
  frame[0] = type
  expect(() => [...new FrameDecoder().push(frame)]).toThrow(RangeError)
})

it('throws a RangeError or reads frames, and nothing else, for any bytes at all', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      try {
        for (const frame of new FrameDecoder().push(bytes))
          expect(frame.payload.length).toBeLessThanOrEqual(2000)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})
