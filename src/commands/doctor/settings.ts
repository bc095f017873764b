import { type Config, ConfigError, isExposed } from '../../platform/config/config.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, warning, wrong } = findingsOf('settings');

/** Returns the settings, or a finding for each that is invalid. */
export function readSettings(read: () => Config): { config: Config } | { findings: Finding[] } {
  try {
    return { config: read() };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const findings = error.message.split('\n').map(line => {
      const [, name, detail] = /^([A-Z_]+): (.*)$/.exec(line) ?? [];
      return wrong(name ?? 'settings', {
        detail: detail ?? line,
        remedy: 'Correct it in the environment or in .env; docs/operations.md lists all settings.',
      });
    });
    return { findings };
  }
}

/** Finds combinations of valid settings that do not work. */
export function checkSettings(config: Config): Finding[] {
  const { BASE_URL, TRUSTED_PROXIES, BOUNCE_DOMAIN, BOUNCE_PORT, BOUNCE_LMTP_PORT, ROLE } = config;
  const findings = [good('settings', { detail: 'All settings are valid.' })];
  const isSecure = BASE_URL.startsWith('https:');
  const isPublic = isExposed(config);
  if (isPublic && !isSecure)
    findings.push(
      warning('BASE_URL', {
        detail: `${BASE_URL} is not https, so sign-ins and links can be read on the way.`,
        remedy:
          'Put a proxy with a certificate in front and set BASE_URL to its https address: docs/running/proxies.md',
      }),
    );
  if (isSecure && TRUSTED_PROXIES.length === 0 && ROLE !== 'worker')
    findings.push(
      warning('TRUSTED_PROXIES', {
        detail: 'It is empty, so all visitors have the address of the proxy and share one limit of requests.',
        remedy: 'Set TRUSTED_PROXIES to the address of the proxy, such as 127.0.0.1.',
      }),
    );
  if (BOUNCE_DOMAIN !== undefined && BOUNCE_PORT === undefined && BOUNCE_LMTP_PORT === undefined)
    findings.push(
      warning('BOUNCE_PORT', {
        detail: `No port accepts the bounces to ${BOUNCE_DOMAIN}. That is right only if a mail server posts them to /feedback.`,
        remedy: 'Set BOUNCE_PORT, or BOUNCE_LMTP_PORT behind a mail server: docs/bounces.md',
      }),
    );
  return findings;
}
