import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { html } from './html.ts'

test('escapes text, keeps markup, and joins lists', () => {
  const items = ['<b>', 'a & "b"'].map((item) => html`<li title="${item}">${item}</li>`)
  expect(String(html`<p>${items}${undefined}${3}</p>`)).toBe(
    '<p><li title="&lt;b&gt;">&lt;b&gt;</li><li title="a &amp; &quot;b&quot;">a &amp; &quot;b&quot;</li>3</p>',
  )
})

test('makes visible what would colour, hide or reorder, and keeps line breaks', () => {
  expect(String(html`${'a\n\u001b[31mb\u202ec'}`)).toBe('a\n\\u{1b}[31mb\\u{202e}c')
})

test('never lets text open a tag, end an attribute or start an entity', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = String(html`${text}`)
      expect(shown).not.toMatch(/[<>"']/)
      expect(shown.replaceAll(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
    }),
  )
})
