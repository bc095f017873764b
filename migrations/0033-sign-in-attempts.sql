-- How often somebody has tried to sign in within the hour that ends at `end_date`, counted for all processes together.
create table sign_in_attempts (
  hash bytea primary key,                  -- SHA-256 of what is limited: an account, a network, or the one from the other
  tries integer not null,
  end_date timestamptz(3) not null
);
