import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1023 bytes'],
  [1_024, '1.0 KiB'],
  [1_048_575, '1.0 MiB'],
  [1_258_291, '1.2 MiB'],
  [3_221_225_472, '3.0 GiB'],
  [9_007_199_254_740_991, '8192.0 TiB'],
])('shows %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
