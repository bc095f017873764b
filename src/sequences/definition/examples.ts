// The examples of the operations at /docs. A test checks them against their schemas.

export const createExample = {
  name: 'Welcome',
  trigger: 'subscriber.confirmed',
  actions: [
    {
      type: 'send_email',
      metadata: { subject: 'Welcome to Low Water', body: 'Good to have you here.' },
      timing: { time: 'immediate' },
    },
    {
      type: 'send_email',
      metadata: { subject: 'How to read a tide table', body: 'Two numbers are enough.' },
      timing: { time: 'delay', delay: { value: '3', unit: 'days', time_of_day: 'morning' } },
    },
    {
      type: 'add_tags',
      metadata: { tags: ['welcomed'] },
      timing: { time: 'delay', delay: { value: '3', unit: 'days' } },
    },
  ],
  filters: { filters: [], groups: [], predicate: 'and' as const },
  metadata: {},
  should_evaluate_filter_after_delay: false,
};
