-- What a search looks at (src/audience/subscribers/search.ts): the address and the values of the metadata, up to a length.
create function searched_text(normal_address text, metadata jsonb) returns text language sql immutable parallel safe
return lower(left(normal_address || ' ' || jsonb_path_query_array(metadata, '$.*')::text, 5000));

-- Trigrams find any part of it. Where the extension is missing or not permitted, searches read all subscribers instead;
-- docs/operations.md says how to add the index later.
do $$ begin
  create extension if not exists pg_trgm;
  create index subscribers_search on subscribers using gin (searched_text(normal_address, metadata) gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'The extension pg_trgm cannot be used: %', sqlerrm;
end $$;
