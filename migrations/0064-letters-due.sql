-- Whether any letter is due is asked every few seconds, and must not depend on how many wait for later.
create index letters_due on letters (work_date);
