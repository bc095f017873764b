// The examples of the operations on people at /docs. A test checks them against their schemas.

const id = '019a2c60-1f0e-7a51-8c3d-5b7e9d2f4a10';
const creation_date = '2026-11-02T08:15:00.000Z';

export const meExample = {
  id,
  name: 'Nell Marsh',
  email_address: 'nell@lowwater.example',
  email_confirmed: true,
  language: 'de' as const,
  installation: false,
  has_password: true,
  has_passkey: false,
  has_totp: true,
  creation_date,
};

export const meUpdateExample = { name: 'Nell Marsh', email_address: 'nell@lowwater.example' };

export const recoveryExample = { recovery_codes: ['k3tq-7x2m-pl5d-wz4r', 'ab6n-hh2y-q7ce-3fto'] };

export const totpExample = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauth_url:
    'otpauth://totp/Postrider%3Anell%40lowwater.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Postrider',
};

export const sessionExample = {
  id: '019a2c61-42d0-7be3-9a17-0c5e8f1b6d22',
  is_this: true,
  method: 'password',
  ip_address: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  creation_date: '2026-11-20T07:58:12.000Z',
  last_used_date: '2026-11-20T09:03:00.000Z',
  end_date: '2027-02-18T07:58:12.000Z',
};

export const passkeyExample = {
  id: '019a2c62-03aa-7d19-b2f4-6e8c0a7d5b31',
  name: 'Laptop',
  creation_date,
  last_used_date: '2026-11-20T07:58:12.000Z',
};

const challenge = 'AZrk2l8yq0pXb6nVYw4tJfQ9sR3mGhLd';

export const registrationOptionsExample = {
  options: {
    challenge,
    rp: { name: 'Postrider', id: 'news.lowwater.example' },
    user: { id: 'AZosYB8OelGMPVt-nS9KEA', name: 'Nell Marsh', displayName: '' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  },
};

export const registrationExample = {
  name: 'Laptop',
  response: {
    id: 'mGm2Yw0pTqkXc1',
    rawId: 'mGm2Yw0pTqkXc1',
    type: 'public-key' as const,
    response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
    clientExtensionResults: {},
  },
};

export const identityExample = {
  id: '019a2c66-5d2e-7c90-8f13-7a4b2e9c6d81',
  issuer: 'https://login.lowwater.example/realms/news',
  subject: '8c1f7f2e-4c55-4a0e-9a53-0f6a2f4f5e6b',
  email_address: 'nell@lowwater.example',
  creation_date,
  last_used_date: '2026-11-20T07:58:12.000Z',
};

export const personExample = {
  id,
  name: 'Nell Marsh',
  email_address: 'nell@lowwater.example',
  email_confirmed: true,
  role: 'editor' as const,
  installation: false,
  has_two_factors: true,
  group: null,
  has_identity: false,
  creation_date,
  last_used_date: '2026-11-20T09:03:00.000Z',
};

export const invitationCreateExample = { email_address: 'ada@lowwater.example', role: 'writer' as const };

export const invitationExample = {
  id: '019a2c63-7714-7f02-a6c8-2d9b4e0f1c53',
  ...invitationCreateExample,
  invited_by: id,
  creation_date: '2026-11-20T09:00:00.000Z',
  expiry_date: '2026-11-27T09:00:00.000Z',
};

export const invitationLinkExample = {
  ...invitationExample,
  url: 'https://news.lowwater.example/dashboard/link#AZosY3cUfwKmyC2bTg8cU0xvdyB3YXRlcg',
};

/** A list with one entry, as listOf describes it. */
export function listWith<Item>(item: Item) {
  return { results: [item], count: 1, next: null, previous: null };
}
