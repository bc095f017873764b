// Examples of segments and searches for the reference at /docs. A test checks them against their schemas.

const tag = '019a2c5d-90aa-7f0e-8a11-6b3f2d9c7e10';

const filters = [
  { field: 'subscriber.metadata.city', operator: 'equals' as const, value: 'Lisbon' },
  { field: 'subscriber.last_click_date', operator: 'greater_than' as const, value: '90 days ago' },
];

export const filterExample = {
  filters: [{ field: 'subscriber.tags', operator: 'contains' as const, value: tag }],
  groups: [{ filters, groups: [], predicate: 'or' as const }],
  predicate: 'and' as const,
};

export const segmentInputExample = {
  name: 'Lisbon, or active',
  description: 'For invitations to meetings.',
  filters: filterExample,
};

export const segmentExample = {
  id: '019a2c60-11c3-7a52-8d4e-0b9f6e2a7c31',
  ...segmentInputExample,
  creation_date: '2026-11-18T16:20:31.204Z',
  modification_date: '2026-11-20T09:00:01.377Z',
};
