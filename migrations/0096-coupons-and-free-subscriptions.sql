-- The coupon by which they pay less for their subscription at Stripe, as clients see it; null: none.
alter table subscribers add column stripe_coupon jsonb;
-- Whether people who subscribe get the free issues; otherwise they are unpaid until they pay.
alter table newsletters add column free_subscriptions boolean not null default true;
