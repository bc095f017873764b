import { laneSettings, startLane } from '../delivery/sending/lane.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { openTransport } from '../platform/mail/transport.ts';
import type { TestService } from './postrider.ts';
import { sampleTheme } from './samples/rendering.ts';
import { testVault } from './vault.ts';

/** The lane of another worker process with its own transport, on the service's database. */
export function startAnotherLane({ db, config, store, sink }: TestService): { stop(): Promise<void> } {
  const transport = openTransport(sink.url, { connections: config.SMTP_CONNECTIONS });
  const lane = startLane({
    db,
    store,
    transport,
    clock: systemClock,
    log: createLog('silent'),
    theme: sampleTheme,
    secret: [Buffer.alloc(32)],
    vault: testVault,
    base_url: config.BASE_URL,
    bounce_domain: undefined,
    provider_fields: [],
    ...laneSettings(config),
  });
  return {
    async stop() {
      await Promise.all([lane.stop(), transport.close()]);
    },
  };
}
