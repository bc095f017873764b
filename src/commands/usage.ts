/** The command was called wrongly. The message says how to call it. */
export class UsageError extends Error {}

export const usage = `Usage: postrider COMMAND

  serve                 start the service (settings: docs/operations.md)
  migrate               bring the database to the form this version needs
  key create            make an API key [--name N] [--newsletter USERNAME]
                        [--permissions emails:write,subscribers:read] [--expires 2027-12-31]
  key list              list the keys
  key revoke ID         refuse a key from now on
  ledger verify         compare the counts that are kept with the ledger's rows (ledger recount mends them)
  reclassify            judge all opens and clicks on record by the rules of this version [--dry-run]
  feed explain URL      show as JSON what is made of a feed, of an address or a FILE (- for what is piped in)
                        [--url ADDRESS] [--content-type TYPE] where a FILE is from and what it was sent as
  domain check          what DNS has to show for the mail to be believed (DKIM, SPF, DMARC), and whether it
                        does [--newsletter USERNAME]
  bulk TYPE             do one thing to many, through the running service [--all] [--ids A,B] [--except A,B]
                        [--parameters type=regular] [--tag T] [--action A] [--metadata JSON] [--email-id ID]
                        [--email-type T] [--dry-run] [--url URL] [--key KEY] (docs/bulk-actions.md)
  demo                  fill the running service with a believable newsletter [--url URL] [--key KEY]
                        [--real-mail]
  bounce explain FILE…  say what messages that came back mean, as JSON, a line a message (- is standard input)
  help                  show this`;
