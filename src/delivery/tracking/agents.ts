/** User agents of link scanners, by product. */
const scanners: readonly (readonly [RegExp, string])[] = [
  [/barracuda/i, 'barracuda'],
  [/proofpoint|urldefense/i, 'proofpoint'],
  [/mimecast/i, 'mimecast'],
  [/safelinks|bingpreview|microsoft url control|microsoft office existence/i, 'safelinks'],
  [/trend ?micro|\btmufe\b/i, 'trend_micro'],
  [/symantec|messagelabs|broadcom/i, 'symantec'],
  [/ironport|cisco/i, 'cisco'],
  [/sophos|fireeye|trellix|forcepoint|websense|zscaler|fortigate|fortiguard|paloalto|checkpoint/i, 'gateway'],
  [/kaspersky|bitdefender|\beset\b|virustotal|urlscan|vade|cloudmark|avanan/i, 'antivirus'],
];

/** User agents of programs with which nobody reads mail. Cubot is a phone. */
const programs =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|scan|monitor|headless|phantom|puppeteer|playwright|selenium|facebookexternalhit|whatsapp|curl|wget|python|aiohttp|httpx|urllib|libwww|perl|ruby|php|java\/|okhttp|apache-http|go-http|node|undici|axios|\bgot\b|postman|insomnia|http-?client/i;

/** Returns why a user agent is not a person's program; undefined if it may be one. */
export function machineReason(agent: string): string | undefined {
  if (agent === '') return 'agent_missing';
  const scanner = scanners.find(([pattern]) => pattern.test(agent));
  if (scanner) return `scanner_${scanner[1]}`;
  return programs.test(agent) ? 'program' : undefined;
}

/** Gmail fetches a mail's images through this proxy when the mail is read, so the reader is real. */
export const gmailProxy = /GoogleImageProxy|ggpht\.com/i;
/** Yahoo and AOL fetch images in the same way. */
export const yahooProxy = /YahooMailProxy/i;

const clients: readonly (readonly [RegExp, string])[] = [
  [gmailProxy, 'Gmail'],
  [yahooProxy, 'Yahoo Mail'],
  [/Outlook-(?:iOS|Android)/i, 'Outlook mobile'],
  [/Microsoft Outlook|ms-?office|MSOffice|Outlook/i, 'Outlook'],
  [/Thunderbird/i, 'Thunderbird'],
  [/Superhuman/i, 'Superhuman'],
  [/SamsungBrowser/i, 'Samsung Internet'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/AppleWebKit(?!.*Safari\/)/, 'Apple Mail'],
  [/Safari\//, 'Safari'],
];

/** Returns the common name of the program in a user agent. */
export function clientOf(agent: string): string {
  if (agent === appleAgent) return 'Apple Mail (private)';
  return clients.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Other';
}

/** The whole user agent that Apple's Mail Privacy Protection sends. No browser sends so little. */
export const appleAgent = 'Mozilla/5.0';
