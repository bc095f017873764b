/** Subscribers, tags, segments and filters. */
export const audience = {
  search_slow:
    'filters: the search takes longer than {seconds} seconds. Narrow it with a tag, search for a longer text, look back over fewer emails, or use fewer conditions on opens, clicks and rates.',
  order_slow:
    'ordering: an order by open_rate or click_rate reads all deliveries of the newsletter, and that takes longer than {seconds} seconds. Order by last_open_date or last_click_date instead.',
  deliveries_dropped:
    'filters: the deliveries of the email "{email}" are no longer kept (delivery_months of the newsletter), so it is unknown who got, opened or clicked it. Remove this condition.',
  too_many_conditions:
    'filters: with the conditions of the segments they use there are {all} conditions, and {most} is the maximum. Use fewer or smaller segments.',
  no_email_in_filter: 'filters: no email has the id "{id}". Use the id of an email of this newsletter.',
  no_tag_in_filter: 'filters: no tag has the id or name "{word}". Create it first, or remove the condition.',
  no_segment_in_filter:
    'filters: no segment has the id or name "{word}". Create it at /v1/segments, or remove the condition.',
  tags_and_filters:
    '{field}: filters already decide who gets it, and tags alone might mail more people. Send filters instead.',
  filters_contradict: 'filters: they contradict {field}. Send only one of them, or the same tags in both.',
  grant_ends_first:
    'end_date: must be after the start. Use a later time, or null for a grant without an end.',
  form_slug_taken: 'slug: another form has the slug {slug}. Choose another one.',
  too_many_notes: 'There are {most} notes on this subscriber. Delete some first.',
  too_many_grants: 'This subscriber has {most} grants. Give one with a later end instead of many short ones.',
  grant_reference_taken:
    'reference: the grant with this source and reference belongs to another subscriber. Use another reference, or revoke that grant.',
  button_hidden:
    'body: the text hides the button below it. Close every code block, comment and HTML element that it opens.',
  not_unactivated:
    'This subscriber is not unactivated. Only unactivated subscribers can be reminded to confirm.',
  reminder_too_soon:
    'This subscriber was reminded within the last 24 hours. Only one reminder a day is allowed; try again tomorrow.',
  may_not_sign_in: 'This subscriber gets no mail and pays for nothing, so they cannot sign in.',
  too_many_answers: 'This answer has been changed too often. Try again in an hour.',
  comment_on_what:
    'email_id: send the id of the email, or send parent_id with the comment that this one replies to.',
  comment_on_another:
    'parent_id: this comment is on another email. Leave out email_id, or name a comment of that email.',
  too_many_replies:
    'Too many mails have come from this address, or from strangers, within an hour. Try again later.',
  no_bounces:
    'bounce_domain: this installation receives no mail. Set BOUNCE_DOMAIN first, or leave it empty.',
  no_inbox: 'replies: this installation receives no mail. Set BOUNCE_DOMAIN first, or choose mailbox.',
  automatic_reply:
    'A program wrote this, and would answer with another automatic mail. If a person wrote it, set is_automatic to false first.',
  reply_from_nobody: 'This mail has no address that an answer could go to.',
  comments_off: 'Nobody can comment on this email. Set its commenting_mode to enabled first.',
  survey_closed: 'This survey is inactive, so it takes no more answers. Activate it first.',
  no_such_answer:
    'answer: give the position of an answer in the survey’s list, which has {most:answer|answers}; the first is 0. A text survey needs text.',
  too_many_letters: 'Too many requests for mail from your network. Try again in an hour.',
  segment_in_use:
    '{emails:unsent email|unsent emails} and {automations:automation|automations} use this segment and cannot be sent without it. Change or delete them first.',
  segment_taken:
    'name: a segment named {name} already exists (names ignore case). Choose another name, or change that segment.',
  no_such_newsletter: 'There is no newsletter with this name.',
  already_subscriber:
    'email_address: {email_address} is already a subscriber. Update that subscriber, or send X-Buttondown-Collision-Behavior: add or overwrite.',
  suppressed:
    'email_address: {email_address} is {type}, and creating it again does not change that. PATCH the subscriber if you have new consent.',
  joined_in_future:
    'creation_date: must not be in the future. Use the time when the subscriber joined, or omit the field.',
  address_of_other:
    'email_address: {email_address} belongs to another subscriber. Use another address, or delete that subscriber first.',
  type_of_service: 'type: only the service can set the type {type}; use one of {types}.',
  complainer_returns: 'type: this person reported a mail as spam, so only they can sign up again.',
  tag_taken:
    'name: a tag named {name} already exists (names ignore case). Choose another name, or change that tag.',
  no_tag:
    '{field}: there is no tag with the id or name "{word}". Create it first, or remove it from the list.',
  no_tag_name: 'tags: "{word}" is not a tag and cannot become the name of one: {reason:sentence}.',
  filters_json: 'filters: use JSON, as in the body of POST /v1/subscribers/search.',
  left_self: 'This person has unsubscribed. Only they can sign up again.',
  complained_self: 'This person reported a mail as spam. Only they can sign up again.',
  removed_elsewhere: 'An earlier service removed this person from the list. Only they can sign up again.',
  tag_in_use:
    '{emails:unsent email|unsent emails}, {automations:automation|automations} and {segments:segment|segments} use this tag and would match other people without it. Change or delete them first.',
  nobody_named:
    'subscribers: nobody has the id or address "{word}". Remove it, or create the subscriber first.',
  type_became: 'Their type became {standing}.',
} as const;
