import { startLane } from '../delivery/sending/lane.ts';
import { systemClock } from '../platform/clock.ts';
import { openTransport } from '../platform/mail/smtp/transport.ts';
import type { TestService } from './postrider.ts';

/** Starts the lane of another worker process with its own transport, on the service's database. */
export function startAnotherLane(service: TestService): { stop(): Promise<void> } {
  const { config, sink } = service;
  const transport = openTransport(sink.url, { connections: config.SMTP_CONNECTIONS });
  const lane = startLane({ ...service, clock: systemClock, transport });
  return {
    async stop() {
      await Promise.all([lane.stop(), transport.close()]);
    },
  };
}
