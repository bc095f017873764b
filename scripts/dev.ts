// npm run dev [-- LANGUAGE]: runs the service, restarted after every change in src/, with the web interface and hot reload in front of it,
// in English or in this language.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { readConfig } from '../src/platform/config/config.ts';
import { inLanguage, type Language, languages } from '../web/translations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { PORT } = readConfig();
const language = (process.argv[2] ?? 'en') as Language;
if (!Object.hasOwn(languages, language))
  throw new Error(`There is no dashboard in ${language}. Use one of ${Object.keys(languages).join(', ')}.`);
const web = await createServer({
  configFile: `${root}web/vite.config.ts`,
  plugins: [inLanguage(language)],
  server: {
    port: PORT + 1,
    strictPort: true,
    proxy: Object.fromEntries(
      ['^/(v1|inbox|docs|favicon)', '^/dashboard/(frame|sign-in-link|session)'].map(path => [
        path,
        `http://127.0.0.1:${PORT}`,
      ]),
    ),
  },
});
// Vite would end this process as soon as its own server is closed, before the service has stopped.
process.removeAllListeners('SIGTERM');
const service = spawn(process.execPath, ['--watch', '--watch-path=src', 'bin/postrider.ts', 'serve'], {
  cwd: root,
  stdio: 'inherit',
});
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit']) process.once(event, () => service.kill());
await web.listen();
console.log(`\nDashboard with hot reload: http://localhost:${PORT + 1}/dashboard/\n`);
await once(service, 'exit');
await web.close();
