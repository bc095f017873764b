-- Gifts that a reader pays for and somebody else gets. Whoever accepts one gets a grant, and the row belongs to them from then on.
create table gift_purchases (
  key bigint generated always as identity primary key,
  id uuid not null unique,                                -- in the link, and in Stripe's metadata
  account_key integer not null references payment_accounts on delete cascade,
  checkout_key bigint references checkouts on delete set null,
  buyer_key bigint references subscribers on delete set null,
  recipient_key bigint references subscribers on delete cascade,  -- null: not accepted yet
  recipient_address text not null,
  message text not null,
  lasts text not null check (lasts in ('week', 'month', 'year')),
  deliver_date timestamptz(3) not null,                   -- when the recipient is told
  state text not null default 'open' check (state in ('open', 'paid', 'accepted', 'refunded')),
  session_id text,                                        -- cs_…; null: not paid
  paid_date timestamptz(3),
  accepted_date timestamptz(3),
  end_date timestamptz(3),                                -- of what was accepted
  creation_date timestamptz(3) not null default now()
);
create index gift_purchases_account on gift_purchases (account_key);
create index gift_purchases_checkout on gift_purchases (checkout_key) where checkout_key is not null;
create index gift_purchases_buyer on gift_purchases (buyer_key) where buyer_key is not null;
create index gift_purchases_recipient on gift_purchases (recipient_key) where recipient_key is not null;
-- Which checkout a refund is about.
create index payment_objects_intent on payment_objects (account_key, (facts ->> 'payment_intent')) where kind = 'checkout';
