// The health check of the container: exits with 0 if the service in it can serve.
const { ROLE, PORT, METRICS_PORT } = process.env;
const port = ROLE === 'worker' ? METRICS_PORT : PORT;
const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => ({ ok: false }));
process.exit(ok ? 0 : 1);
