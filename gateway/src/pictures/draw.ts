import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { platform } from 'node:process'
import { isMainThread } from 'node:worker_threads'
import { pictureSize } from '@answerable/contracts/share'
import type {
  Canvas,
  CanvasKit,
  FontCollection,
  default as OpenCanvasKit,
  Paint,
  Paragraph,
  TypefaceFontProvider,
} from 'canvaskit-wasm'
import { type Fonts, openFonts } from './fonts.ts'
import type { PictureContent } from './picture.ts'
import { drawable, layOut, shortened, type TextLook, type Tools } from './text-layout.ts'

const require = createRequire(import.meta.url)
// Its types declare a default export, but it is a CommonJS module that is the function.
const openCanvasKit: typeof OpenCanvasKit.default = require('canvaskit-wasm')

/** The colours of the light theme. */
const palette = {
  paper: '#fbf9f4',
  ink: '#1c1a17',
  soft: '#5b554b',
  rule: '#dfd9cc',
  signal: '#b3270f',
} as const

const margin = 80
const contentWidth = pictureSize.width - 2 * margin
const body = { top: 158, bottom: 488 }
const paragraphGap = 22
const textSize = 33
const headerMiddle = 92
const markSize = 52
const footer = { rule: 512, middle: 562 }
const bandHeight = 10
const valueLook = { size: 44, weight: 600, colour: palette.ink, width: contentWidth }
const labelLook = { size: 28, weight: 400, colour: palette.soft, width: contentWidth }
const titleSizes = [
  { size: 104, lines: 1 },
  { size: 84, lines: 2 },
  { size: 66, lines: 2 },
  { size: 54, lines: 3 },
] as const

type Studio = {
  kit: CanvasKit & { HEAPU8: Uint8Array }
  fonts: Fonts
  /** With the files of earlier pictures, because CanvasKit never frees a font or its weights. */
  loaded: TypefaceFontProvider
  collection: FontCollection
  loadedFamilies: Set<string>
  /** Bytes of the memory of WebAssembly at the start. */
  memory: number
}

export type Drawing = {
  png: Uint8Array
  /** Whether the memory of WebAssembly has grown by more than `maxGrowth`. It never shrinks. */
  hasGrown: boolean
}

const maxGrowth = 64 * 1_048_576

/** One for each thread. */
let studio: Promise<Studio> | undefined

const open = async (): Promise<Studio> => {
  // On Linux, this is the priority of the thread alone: requests go first.
  if (platform === 'linux' && !isMainThread) setPriority(10)
  const locateFile = (file: string) => require.resolve(`canvaskit-wasm/bin/${file}`)
  const kit = (await openCanvasKit({ locateFile })) as Studio['kit']
  const loaded = kit.TypefaceFontProvider.Make()
  const collection = kit.FontCollection.Make()
  collection.setDefaultFontManager(loaded)
  return {
    kit,
    fonts: openFonts(),
    loaded,
    collection,
    loadedFamilies: new Set(),
    memory: kit.HEAPU8.length,
  }
}

/**
 * Draws a picture as PNG. Texts with letters that no font has are left out, and texts that need too many fonts are
 * cut. Runs in a worker thread.
 */
export const draw = async (content: PictureContent): Promise<Drawing> => {
  studio ??= open()
  const { kit, fonts, loaded, collection, loadedFamilies, memory } = await studio
  const {
    files,
    texts: [site, title, text],
  } = fonts.filesFor([content.site, content.title, content.text] as const)
  for (const { path, family } of files) {
    if (loadedFamilies.has(family)) continue
    loaded.registerFont(readFileSync(path), family)
    loadedFamilies.add(family)
  }
  const surface = kit.MakeSurface(pictureSize.width, pictureSize.height)
  if (surface === null) throw new Error('no memory for a picture')
  try {
    const families = files.map(({ family }) => family)
    drawContent(
      surface.getCanvas(),
      { ...content, site, title, text },
      { kit, fonts: collection, loaded, families },
    )
    surface.flush()
    const image = surface.makeImageSnapshot()
    const png = image.encodeToBytes()
    image.delete()
    if (png === null) throw new Error('a picture could not be encoded')
    return { png, hasGrown: kit.HEAPU8.length > memory + maxGrowth }
  } finally {
    // Also frees the pixels, which `delete` does not.
    surface.dispose()
  }
}

const drawContent = (canvas: Canvas, content: PictureContent, tools: Tools): void => {
  const { kit } = tools
  canvas.clear(kit.parseColorString(palette.paper))
  drawBand(canvas, kit)
  drawHeader(canvas, content.chip, tools)
  drawBody(canvas, content, tools)
  drawFooter(canvas, content, tools)
}

const drawBody = (canvas: Canvas, { title, text }: PictureContent, tools: Tools): void => {
  const heading = fitTitle(drawable(title, tools) ?? 'A proposed boycott', tools)
  const left = body.bottom - body.top - heading.getHeight() - paragraphGap
  const look = {
    size: textSize,
    weight: 400,
    colour: palette.soft,
    lineHeight: 1.4,
    width: contentWidth,
  }
  const lines = Math.floor(left / (textSize * look.lineHeight))
  const reasons = drawable(text, tools)
  const paragraph =
    reasons === null || lines === 0 ? null : shortened(reasons, { ...look, lines }, tools)
  const height =
    heading.getHeight() + (paragraph === null ? 0 : paragraphGap + paragraph.getHeight())
  const top = body.top + (body.bottom - body.top - height) / 2
  canvas.drawParagraph(heading, margin, top)
  if (paragraph !== null)
    canvas.drawParagraph(paragraph, margin, top + heading.getHeight() + paragraphGap)
  heading.delete()
  paragraph?.delete()
}

/** In the largest size in which it fits without a break inside a word. */
const fitTitle = (title: string, tools: Tools): Paragraph => {
  const lookOf = (size: number): TextLook => ({
    size,
    weight: 600,
    colour: palette.ink,
    lineHeight: 1.12,
    spacing: -size / 100,
    width: contentWidth,
  })
  for (const { size, lines } of titleSizes) {
    const paragraph = layOut(title, lookOf(size), tools)
    const fits =
      paragraph.getNumberOfLines() <= lines && paragraph.getMinIntrinsicWidth() <= contentWidth
    if (fits) return paragraph
    paragraph.delete()
  }
  const { size, lines } = titleSizes[3]
  return shortened(title, { ...lookOf(size), lines }, tools)
}

const drawBand = (canvas: Canvas, kit: CanvasKit): void => {
  const paint = filled(kit, palette.signal)
  canvas.drawRect(
    kit.XYWHRect(0, pictureSize.height - bandHeight, pictureSize.width, bandHeight),
    paint,
  )
  paint.delete()
}

const drawHeader = (canvas: Canvas, chip: string, tools: Tools): void => {
  const { kit } = tools
  drawMark(canvas, kit)
  const look = { size: 40, weight: 700, colour: palette.ink, width: contentWidth, spacing: -0.6 }
  place(canvas, layOut('Answerable', look, tools), {
    left: margin + markSize + 18,
    middle: headerMiddle,
  })
  if (chip === '') return
  const label = layOut(
    chip,
    { size: 26, weight: 600, colour: palette.signal, width: contentWidth },
    tools,
  )
  const [width, height] = [label.getMaxIntrinsicWidth() + 44, 52]
  const left = pictureSize.width - margin - width
  const outline = filled(kit, palette.signal)
  outline.setStyle(kit.PaintStyle.Stroke)
  outline.setStrokeWidth(2.5)
  const box = kit.XYWHRect(left, headerMiddle - height / 2, width, height)
  canvas.drawRRect(kit.RRectXY(box, height / 2, height / 2), outline)
  outline.delete()
  place(canvas, label, { left: left + 22, middle: headerMiddle })
}

/** The mark of the site in a square with sides of 32. */
const drawMark = (canvas: Canvas, kit: CanvasKit): void => {
  canvas.save()
  canvas.translate(margin, headerMiddle - markSize / 2)
  canvas.scale(markSize / 32, markSize / 32)
  const square = filled(kit, palette.signal)
  canvas.drawRRect(kit.RRectXY(kit.XYWHRect(0, 0, 32, 32), 5, 5), square)
  const arrow = kit.Path.MakeFromSVGString('M7 21.5 16 8l9 13.5M10.5 25h11')
  const stroke = filled(kit, palette.paper)
  stroke.setStyle(kit.PaintStyle.Stroke)
  stroke.setStrokeWidth(3.4)
  stroke.setStrokeCap(kit.StrokeCap.Square)
  if (arrow !== null) canvas.drawPath(arrow, stroke)
  for (const used of [square, stroke, arrow]) used?.delete()
  canvas.restore()
}

const drawFooter = (canvas: Canvas, { figures, site }: PictureContent, tools: Tools): void => {
  const { kit } = tools
  const line = filled(kit, palette.rule)
  canvas.drawRect(kit.XYWHRect(margin, footer.rule, contentWidth, 2), line)
  line.delete()
  let left: number = margin
  for (const { value, label } of figures) {
    left += place(canvas, layOut(value, valueLook, tools), { left, middle: footer.middle }) + 12
    left += place(canvas, layOut(label, labelLook, tools), { left, middle: footer.middle + 4 }) + 48
  }
  const address = shortened(
    site,
    { ...labelLook, width: pictureSize.width - margin - left, lines: 1 },
    tools,
  )
  const right = pictureSize.width - margin - address.getMaxIntrinsicWidth()
  place(canvas, address, { left: figures.length === 0 ? margin : right, middle: footer.middle + 4 })
}

/** Draws one line and returns its width. */
const place = (canvas: Canvas, line: Paragraph, at: { left: number; middle: number }): number => {
  const width = line.getMaxIntrinsicWidth()
  canvas.drawParagraph(line, at.left, at.middle - line.getHeight() / 2)
  line.delete()
  return width
}

const filled = (kit: CanvasKit, colour: string): Paint => {
  const paint = new kit.Paint()
  paint.setAntiAlias(true)
  paint.setColor(kit.parseColorString(colour))
  return paint
}
