import { encodeQR } from 'qr'

/** The white margin that scanners need, in modules. */
const quietZone = 4

/** A text as a QR code, black on white in every theme. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })
  const squares = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
