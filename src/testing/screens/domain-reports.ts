const date = '2026-11-18T08:00:00.000Z';

/** Returns receivers' reports as the API shows them. */
export function domainReports() {
  const source = (
    standing: string,
    source_ip: string,
    service: string,
    messages: number,
    passed: number,
    advice: string,
  ) => ({
    standing,
    source_ip,
    service,
    selector: passed > 0 ? 'pr20261101r' : '',
    header_from: ['tides.example'],
    messages,
    passed,
    dkim: passed,
    spf: 0,
    quarantined: 0,
    rejected: standing === 'stranger' ? messages : 0,
    organisations: ['google.com', 'Enterprise Outlook'],
    first_date: '2026-11-02T00:00:00.000Z',
    last_date: date,
    advice,
  });
  return {
    domain: 'tides.example',
    dmarc_address: 'dmarc@bounces.tides.example',
    tls_address: 'tls@bounces.tides.example',
    dmarc: {
      reports: 64,
      last_date: date,
      messages: 41_800,
      passed: 41_512,
      policy: 'none',
      sources: [
        source('ours', '192.0.2.25', 'bounces.tides.example', 41_000, 41_000, ''),
        source(
          'allowed',
          '198.51.100.40',
          'mail.mailbox-provider.example',
          512,
          512,
          'This service may send in the name of tides.example: its mail passes DKIM or SPF.',
        ),
        source(
          'stranger',
          '2001:db8:85a3::8a2e:370:7334',
          'a-very-long-name-of-a-service.example',
          288,
          0,
          'It sends in the name of tides.example, but its mail passes neither DKIM nor SPF. If you use this service, set up DKIM for tides.example there. If you do not, somebody is using your name: with the policy p=quarantine or p=reject, receivers keep such mail from your readers.',
        ),
      ],
      others: 3,
    },
    tls: {
      reports: 9,
      last_date: date,
      sessions: 327,
      failed: 5,
      failures: [
        {
          result: 'certificate-expired',
          host: 'mx.tides.example',
          sessions: 5,
          organisations: ['Google Inc.'],
          first_date: date,
          last_date: date,
          advice:
            'The certificate of this mail server is not accepted. Renew it, and make sure that it names the server and comes with its chain.',
        },
      ],
    },
    organisations: [
      { org: 'google.com', sender: 'google.com', reports: 40, last_date: date },
      { org: 'Enterprise Outlook', sender: 'microsoft.com', reports: 24, last_date: date },
    ],
  };
}
