/**
 * Domains at which every mailbox of Yandex has an address: those that Yandex names
 * (https://help.yandex.ru/pdd/additional/mailbox-alias.xml) and the national ones that it owns (as listed in
 * https://github.com/bitwarden/server/blob/main/src/Core/Utilities/StaticStore.cs). A pattern would also match
 * domains that anyone can register, such as yandex.pp.ua.
 */
export const yandexDomains: ReadonlySet<string> = new Set(
  `
  narod.ru ya.ru yandex.az yandex.by yandex.co.il yandex.com yandex.com.am yandex.com.ge
  yandex.com.tr yandex.ee yandex.fi yandex.fr yandex.kg yandex.kz yandex.lt yandex.lv yandex.md
  yandex.pl yandex.ru yandex.tj yandex.tm yandex.ua yandex.uz
  `
    .trim()
    .split(/\s+/),
)
