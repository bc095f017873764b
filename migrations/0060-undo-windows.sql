-- Destructive: an undo window of 0 seconds, which every newsletter had from the start, becomes one that nobody has set.
-- Then people have 10 seconds to undo a send, and keys have none.

alter table newsletters alter column undo_seconds drop default, alter column undo_seconds drop not null;
update newsletters set undo_seconds = null where undo_seconds = 0;

alter table emails add column undo_until timestamptz;
