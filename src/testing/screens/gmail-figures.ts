const day = (at: number, spam_rate: number | null, own: number | null) => ({
  day: `2026-11-${at}`,
  spam_rate,
  spf_rate: 1,
  dkim_rate: 1,
  dmarc_rate: spam_rate === null ? null : 0.995,
  error_rate: 0.004,
  newsletter_spam_rate: own,
});

/** Gmail's figures about a newsletter whose last issue was reported too often. */
export const gmailFigures = {
  is_connected: true,
  domain: 'tidelog.example',
  source: 'tidelog.example',
  trouble: '',
  trouble_sentence: null,
  fetched_date: '2026-11-20T09:31:07.000Z',
  days: [day(18, 0.0024, 0.0026), day(17, 0.0003, 0.0004), day(16, null, null), day(15, 0, null)],
  emails: [
    { id: 'reported', subject: 'What the sea leaves on a Tuesday', day: '2026-11-18', spam_rate: 0.0031 },
  ],
  requirements: [
    { name: 'SPF_AND_DKIM', is_met: true },
    { name: 'ONE_CLICK_UNSUBSCRIBE', is_met: true },
    { name: 'USER_REPORTED_SPAM_RATE', is_met: false },
  ],
};
