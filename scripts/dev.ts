// npm run dev: runs the service, restarted after every change in src/, with the web interface and hot reload in front of
// it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { readConfig } from '../src/platform/config/config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { PORT } = readConfig();
const web = await createServer({
  configFile: `${root}web/vite.config.ts`,
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
