-- A newsletter's own words in the mail that asks to confirm, and the look of its pages and mails.
alter table newsletters
  add column confirmation_subject text not null default '',
  add column confirmation_text text not null default '',
  add column tint_color text not null default '' check (tint_color ~ '^(#[0-9a-f]{6})?$'),
  add column typeface text not null default '' check (typeface in ('', 'sans', 'serif')),
  add column page_width text not null default '' check (page_width in ('', 'narrow', 'wide')),
  add column header_image text not null default '';

-- Who signed up in a period.
create index subscribers_signed_up on subscribers (newsletter_key, creation_date) where source = 'form';
