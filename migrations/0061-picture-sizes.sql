-- The size of an image as it is shown, in pixels: null for one uploaded by an earlier version, until `postrider clean-images`.
alter table files add column width integer, add column height integer;
