/** Things that need somebody's attention. */
export const needs = {
  uncertain:
    '{count:copy|copies} may or may not have arrived, because the hand-over was interrupted. Accept that, or send them again.',
  approval:
    '{who} asks to send it to {count:subscriber|subscribers}. Another owner or editor has to approve it.',
  relay: '{name} takes no mail: {trouble:sentence} Its mail waits, or goes through the other relays.',
  webhook: 'The webhook to {host} is disabled and gets no events. {reason:sentence}',
  sender: '{fault:sentence} And {more:number} more.',
  domain_failing:
    'Readers cannot reach {domain}. If that lasts three days, links lead to the usual address again. {fault}',
  domain_unused: 'Readers cannot reach {domain}, so links lead to the usual address. {fault}',
  held: '{count:item waits|items wait} for your decision.',
  held_because: '{count:item waits|items wait} for your decision. {reason:sentence}',
  complaints_near:
    '{count:number} of {accepted:number} copies were reported as spam ({percent} %). That is near the limit of 0.3 % that large mail services set; they advise staying below 0.1 %. Mail fewer people who never open, and check where they signed up.',
  complaints_above:
    '{count:number} of {accepted:number} copies were reported as spam ({percent} %). That is above the limit of 0.3 % that large mail services set; they advise staying below 0.1 %. Mail fewer people who never open, and check where they signed up.',
  complaints_near_at:
    '{count:number} of {accepted:number} copies at {domain} were reported as spam ({percent} %). That is near the limit of 0.3 % that large mail services set; they advise staying below 0.1 %. Mail fewer people who never open, and check where they signed up.',
  complaints_above_at:
    '{count:number} of {accepted:number} copies at {domain} were reported as spam ({percent} %). That is above the limit of 0.3 % that large mail services set; they advise staying below 0.1 %. Mail fewer people who never open, and check where they signed up.',
  replies: '{count:reply is|replies are} unread.',
  slowed_for_complaints:
    '{percent} % of the copies of the last {days:day|days} were reported as spam. So mail there now goes out slowly: the same number of copies takes {hours:hour|hours}. From 0.3 % on, large mail services hold mail back.',
  slowed_for_gmail:
    'Gmail reports that {percent} % of your mail of the last {days:day|days} was marked as spam. So mail there now goes out slowly: the same number of copies takes {hours:hour|hours}. From 0.3 % on, large mail services hold mail back.',
  comments: '{count:comment waits|comments wait} for your approval. Readers do not see them until then.',
  runs_late:
    '{count:person waits|people wait} in “{name}”: their next step came too late. Send it now, shift everything, skip it, or end.',
  runs_unapproved:
    '{count:person waits|people wait} in “{name}”: it mails more people a day than is allowed without approval, or has changed since it was approved.',
  runs_held: '{count:person waits|people wait} in “{name}”: {why}.',
} as const;
