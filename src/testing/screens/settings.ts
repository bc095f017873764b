import {
  answers,
  asSession,
  inTurn,
  none,
  opens,
  press,
  type Screen,
  settings,
  shows,
  visit,
} from './acts.ts';

/** Returns the screens of a newsletter's settings, its team and its keys. */
export function settingsScreens(): Record<string, Screen> {
  return {
    settings: { path: settings, ready: shows('Newsletter') },
    'the settings for a viewer': {
      ready: inTurn(
        asSession(
          ({ newsletters }) => ({
            newsletters: newsletters.map(place => ({ ...place, role: 'viewer', permissions: blind })),
          }),
          settings,
        ),
        page => page.getByText('Only an owner can change').waitFor(),
      ),
    },
    'an address of its own': {
      path: `${settings}/address`,
      ready: page => page.getByLabel('Domain').waitFor(),
    },
    'a domain that does not work yet': {
      ready: inTurn(
        answers('**/v1/newsletters/*/hosting-domain', domainWithFaults),
        visit(`${settings}/address`),
        page => page.getByText('The domain does not work yet').waitFor(),
      ),
    },
    'a newsletter to delete': {
      path: settings,
      ready: inTurn(press('Delete the newsletter …'), opens(/^Delete/), press('Delete for good'), page =>
        page.getByText('This is not the name').waitFor(),
      ),
    },
    log: { path: `${settings}/log`, ready: page => page.getByText('invited somebody').last().waitFor() },
    'a log that matches nothing': {
      path: `${settings}/log?from=2020-01-01&to=2020-01-02`,
      ready: page => page.getByText('Nothing matches').waitFor(),
    },
    team: { path: `${settings}/team`, ready: page => page.getByText('wren@example.org').waitFor() },
    'an invitation': { path: `${settings}/team?invite=true`, ready: opens('Invite somebody') },
    keys: { path: `${settings}/keys`, ready: page => page.getByText('website').waitFor() },
    'a new key': {
      path: `${settings}/keys?make=true`,
      ready: page => page.getByLabel('wading birds').waitFor(),
    },
    'a key revoked': { path: `${settings}/keys`, ready: inTurn(press('Revoke'), opens(/^Revoke/)) },
    'no keys yet': {
      ready: inTurn(answers('**/v1/api_keys?**', none), visit(`${settings}/keys`), page =>
        page.getByText('No keys yet').waitFor(),
      ),
    },
  };
}

const blind = { emails: 'read', automations: 'read', settings: 'read' };

const domainWithFaults = {
  domain: 'letter.tides.example',
  status: 'invalid',
  record_type: 'CNAME',
  data: ['news.example.org'],
  nameservers: [],
  apex_alias_provider: null,
  records: [
    {
      type: 'CNAME',
      name: 'letter.tides.example',
      value: 'news.example.org',
      state: 'wrong',
      found: ['192.0.2.7'],
      detail: 'DNS leads elsewhere. Replace what is there with this record.',
    },
  ],
  faults: ['letter.tides.example: DNS leads elsewhere. Replace what is there with this record.'],
  checked_date: '2026-11-18T08:00:00Z',
};
