-- Tests of bodies, and of opens among people whose opens can be seen.
alter table audience_parts
  add column rest_variant smallint,                       -- of a part of the rest: the variant that it gets if the rest is split
  add column is_counted boolean not null default true;    -- false: the test does not count what these people do
update audience_parts place set rest_variant = part - jsonb_array_length(ab_test -> 'variants') - 1
from emails where key = email_key and ab_test is not null and part > jsonb_array_length(ab_test -> 'variants') + 1;
-- What is measured need not be clicks.
update ab_tests set figures = (
  select jsonb_agg(jsonb_build_object('people', one -> 'people', 'acted', one -> 'clicks') order by place)
  from jsonb_array_elements(figures) with ordinality as counted (one, place)
) where figures is not null;
-- Variants may use snippets, too.
drop index emails_snippets;
create index emails_snippets on emails (newsletter_key)
  where position('snippets.' in body || custom_teaser || coalesce(ab_test::text, '')) > 0 and status <> 'deleted';
