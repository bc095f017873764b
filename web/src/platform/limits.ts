// Written from docs/openapi.json by npm run generate. Change the schemas, not this file.

export const limits = {
  newsletters: { name: 200, description: 5000, from_name: 200, locale: 60, domain: 300, bounce_domain: 300, postal_address: 1000, sign_up_text: 1000, premium_text: 2000, premium_url: 2000, confirmation_subject: 2000, confirmation_text: 10000, welcome_subject: 2000, welcome_body: 100000, archive_theme: 40, icon: 2000, icon_alt_text: 500, logo: 2000, header_image: 2000, image: 2000, header: 10000, footer: 10000, announcement_bar_text: 500, custom_email_template: 100000, css: 50000, web_css: 50000, captcha_site_key: 200, captcha_secret: 200, gift_subject: 2000, gift_text: 10000, ending_subject: 2000, ending_text: 10000, ended_subject: 2000, ended_text: 10000 },
  emails: { subject: 2000, body: 5000000, description: 5000, canonical_url: 2000, image: 2000, custom_teaser: 100000, locale: 60 },
  decline: { reason: 500 },
  snippets: { name: 200, content: 100000 },
  forms: { title: 200, body: 20000, button: 60, consent_text: 20000, success_body: 20000, redirect_url: 2000 },
  surveys: { question: 500, notes: 5000 },
  notes: { body: 5000 },
  comments: { text: 5000 },
  answers: { text: 20000 },
  templates: { name: 200, subject: 2000, body: 5000000, locale: 60 },
  tags: { name: 100, description: 1000, public_description: 1000 },
  segments: { name: 100, description: 1000 },
  external_feeds: { url: 2000, name: 200, subject: 2000, body: 500000, label: 200 },
  webhooks: { url: 2000, description: 1000, signing_key: 200 },
  lift: { reason: 500 },
  grants: { source: 100, reference: 200, message: 2000 },
  revoke: { reason: 2000 },
} as const;
