/** Attachments, images and other files. */
export const files = {
  form_needed: 'Send the file as multipart/form-data (RFC 7578).',
  part_missing: '{part}: the form needs a file in the part "{part}".',
  empty: '{part}: the file is empty.',
  too_large:
    '{part}: the file is larger than this server accepts. Send a smaller one, or ask its operator to raise UPLOAD_LIMIT_BYTES.',
  one_at_a_time: '{part}: send one file at a time.',
  form_unreadable: '{part}: the form cannot be read: {reason}.',
  quota_exceeded:
    "The newsletter's files take {present}, and this one of {size} would exceed its quota of {quota}. Delete attachments or images that are no longer needed, or raise UPLOAD_QUOTA_BYTES.",
  no_attachment:
    'attachments: there is no attachment with the id "{id}". Upload it to /v1/attachments first.',
  not_a_picture: 'image: this is not a PNG, JPEG, GIF, WebP or AVIF image. Convert it to one of these.',
  picture_damaged:
    'image: this {format} file is damaged: {reason}. Open it in an image program, save it again, and upload that.',
  picture_too_large:
    'image: this picture has {width} × {height} pixels ({megapixels} megapixels), and at most 50 megapixels are accepted. Make it smaller: no mail or page shows more than 2,400 pixels on a side.',
  in_use:
    '{count:email that is not completely sent yet uses|emails that are not completely sent yet use} this attachment. Remove it there, delete emails that must not be sent, or wait until all are sent.',
} as const;
