import { readFileSync } from 'node:fs';
const say = (w: string) => { globalThis.gc?.(); const m = process.memoryUsage(); console.log(w.padEnd(30), 'rss', (m.rss/1e6).toFixed(0), 'heapTotal', (m.heapTotal/1e6).toFixed(0), 'used', (m.heapUsed/1e6).toFixed(0), 'ext', (m.external/1e6).toFixed(0), readFileSync('/proc/self/status','utf8').match(/RssAnon.*/)![0]); };
say('bare');
for (const name of process.argv.slice(2)) { await import(name); say(name); }
