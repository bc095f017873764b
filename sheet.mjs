import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const [out, width, ...files] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const p = await b.newPage({ viewport: { width: Number(width), height: 600 } });
const imgs = files.map(f => `<img src="data:image/png;base64,${readFileSync(f).toString('base64')}" style="max-width:390px;max-height:1500px;border:1px solid #888;margin:4px;vertical-align:top">`).join('');
await p.setContent(`<body style="margin:0;background:#999">${imgs}`);
await p.screenshot({ path: out, fullPage: true });
await b.close();
