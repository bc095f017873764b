-- What readers who do not pay are told where a teaser ends.

alter table newsletters
  add column premium_text text not null default '',  -- Markdown: what paying subscribers get
  add column premium_url text not null default '';   -- where readers become paying subscribers
