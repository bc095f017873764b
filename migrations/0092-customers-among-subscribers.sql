-- What clients see of a subscriber as a customer of Stripe.
alter table subscribers
  add column stripe_customer_id text,                     -- cus_…; null: none is known
  add column stripe_price text not null default '',       -- price_… that they pay now; empty: none
  add column stripe_prices text[] not null default '{}',  -- all that they have paid
  add column purchased_by text,                           -- the id of the subscriber who has given them what they have accepted
  add column purchased_message text;
