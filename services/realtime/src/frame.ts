const finalText = 0x81
const lengthFollows = 126

/**
 * A websocket message as a server sends it (RFC 6455, 5.2): unmasked text in one frame, of at most 65,535
 * bytes. Made once and written to every socket as it is.
 */
export const textFrame = (text: string): Buffer => {
  const payload = Buffer.from(text)
  if (payload.length > 0xffff) throw new RangeError('the frame is too long')
  const header =
    payload.length < lengthFollows
      ? [finalText, payload.length]
      : [finalText, lengthFollows, payload.length >> 8, payload.length & 0xff]
  return Buffer.concat([Buffer.from(header), payload])
}
