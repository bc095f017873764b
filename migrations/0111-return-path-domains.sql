-- The domain to which bounces of the newsletter's mail come; empty: BOUNCE_DOMAIN.
alter table newsletters add column bounce_domain text not null default '';
create index newsletters_bounce_domain on newsletters (bounce_domain) where bounce_domain <> '';
