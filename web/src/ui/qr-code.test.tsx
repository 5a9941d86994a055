import { render, screen } from '@testing-library/react'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

const pixelsPerModule = 4

/** The code as a picture, drawn from the squares of its path. */
const pictureOf = (svg: Element) => {
  const side = Number(svg.getAttribute('viewBox')?.split(' ').at(-1)) * pixelsPerModule
  const data = new Uint8Array(side * side * 4).fill(255)
  const squares = svg.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y] of squares.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < pixelsPerModule; row += 1)
      for (let column = 0; column < pixelsPerModule; column += 1) {
        const left = Number(x) * pixelsPerModule + column
        const top = Number(y) * pixelsPerModule + row
        data.fill(0, (top * side + left) * 4, (top * side + left) * 4 + 3)
      }
  return { width: side, height: side, data }
}

test('a QR code is read as its text', () => {
  for (const text of ['https://answerable.example/boycott/a1B2c3D4', 'http://localhost:8080/x']) {
    const { unmount } = render(<QrCode text={text} label="The address" />)
    expect(decodeQR(pictureOf(screen.getByRole('img', { name: 'The address' })))).toBe(text)
    unmount()
  }
})
