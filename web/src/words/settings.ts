// The settings of a newsletter: their names. What each does is in newsletter-settings.ts, which only the screen needs.

export const settings = {
  title: 'Settings',
  newsletter: 'Newsletter',
  log: 'Log',
  fields: {
    name: 'Name',
    username: 'Address of the public page',
    description: 'Description',
    timezone: 'Time zone',
    from_name: 'Sender’s name',
    from_address: 'Sender’s address',
    reply_to: 'Reply-to address',
    postal_address: 'Postal address',
    undo_seconds: 'Seconds to undo a send',
    late_schedule_hours: 'Hours that a scheduled email may be late',
    sending_rate: 'Messages per second',
    approval_threshold: 'Subscribers that an email may reach without approval',
    double_opt_in: 'New subscribers must confirm their address',
    forms_create_tags: 'Forms may create tags',
    premium_url: 'Page to become a paying subscriber',
    premium_text: 'What paying subscribers get',
    track_opens: 'Track opens',
    track_clicks: 'Track clicks',
    delivery_months: 'Months to keep records of who got an email',
  },
} as const;
