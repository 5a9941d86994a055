/**
 * The URLs of the servers that one setting names: `nats://user:password@a:4222,b:4222` has one for each host.
 * Null if any of them is invalid.
 */
export const parseServerUrls = (text: string): readonly [URL, ...URL[]] | null => {
  const [, scheme, hosts, path] = /^([^/]*\/\/(?:[^/]*@)?)([^/@]+)(.*)$/.exec(text) ?? []
  const urls = (hosts ?? '').split(',').map((host) => URL.parse(`${scheme}${host}${path}`))
  const [first, ...others] = urls.filter((url) => url !== null && url.hostname !== '')
  return first === undefined || others.length + 1 < urls.length
    ? null
    : [first as URL, ...(others as URL[])]
}

/** The URLs of a setting that was checked at start. Throws if it is invalid. */
export const serverUrlsOf = (text: string): readonly [URL, ...URL[]] => {
  const urls = parseServerUrls(text)
  if (urls === null) throw new TypeError('Invalid server URL')
  return urls
}
