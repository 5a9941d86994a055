import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const fontsFile = 'fonts.conf'

/**
 * Writes a fontconfig configuration for a browser. It includes the system's fonts, if any, and those in a
 * folder beside the file.
 */
export const writeFontsFile = (
  home: string,
  folder: string,
  /** The font to use for a name, for example Liberation Sans for sans-serif. */
  aliases: Readonly<Record<string, string>> = {},
): void => {
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    '  <dir>/usr/share/fonts</dir>',
    `  <dir prefix="relative">${folder}</dir>`,
    '  <cachedir prefix="xdg">fontconfig</cachedir>',
    ...Object.entries(aliases).map(
      ([name, font]) =>
        `  <alias binding="same"><family>${name}</family><prefer><family>${font}</family></prefer></alias>`,
    ),
    '</fontconfig>',
  ]
  writeFileSync(join(home, fontsFile), `${lines.join('\n')}\n`)
}
