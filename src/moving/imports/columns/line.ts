import type { DateOrder } from './dates.ts';

/** The names of the sources: other services, and the formats of spreadsheets. sources.ts has their readers. */
export const sourceNames = [
  'buttondown',
  'mailchimp',
  'substack',
  'ghost',
  'kit',
  'beehiiv',
  'listmonk',
  'mailerlite',
  'wordpress',
  'csv',
  'jsonl',
] as const;
export type SourceName = (typeof sourceNames)[number];

/** The states that a file may give somebody. statuses.ts says which type of subscriber each becomes. */
export const personStatuses = [
  'active',
  'unconfirmed',
  'unsubscribed',
  'bounced',
  'complained',
  'suppressed',
  'paid',
  'gifted',
  'trial',
  'churned',
  'past_due',
  'paused',
] as const;
export type PersonStatus = (typeof personStatuses)[number];

/** The states that a file may give to a plan that somebody pays for or was given. */
export type PlanStatus = 'paid' | 'gifted' | 'trial' | 'churned' | 'past_due' | 'plan_paused';

/** The plan of somebody, independent of whether they want mail. */
export type PersonPlan = {
  status: PlanStatus;
  /** When the plan began, and when it ends or ended, in ISO 8601. */
  since?: string | undefined;
  until?: string | undefined;
  /** Whether it is free access that is not a gift from anybody. */
  is_comp?: boolean | undefined;
  message?: string | undefined;
};

/** The evidence of somebody's consent, as far as the file has it. */
export type Consent = {
  /** When they consented, in ISO 8601. */
  date?: string | undefined;
  ip_address?: string | undefined;
  page_url?: string | undefined;
  /** The name of the form, list or campaign through which they consented. */
  text?: string | undefined;
};

/** A person as another service's file has them. Everything but the address may be missing. */
export type PersonLine = {
  kind: 'person';
  /** The name of the file inside the zip, or of the uploaded file itself. */
  file: string;
  /** The number of the line or record in the file, from 1; for the report. */
  line: number;
  /** The address as written: the engine trims and validates it. */
  email_address: string;
  /** The status; without one, the person is active. */
  status?: PersonStatus | undefined;
  /** The plan, if the status does not express it, or not completely. */
  plan?: PersonPlan | undefined;
  /** The names of their tags. */
  tags?: string[] | undefined;
  metadata?: Record<string, unknown> | undefined;
  notes?: string | undefined;
  /** When they signed up, in ISO 8601 like the other dates. Anything that cannot be read as a date is left out. */
  creation_date?: string | undefined;
  confirmation_date?: string | undefined;
  unsubscription_date?: string | undefined;
  unsubscription_reason?: string | undefined;
  /** Whether the file has a date on which they left, readable or not. */
  has_left?: boolean | undefined;
  /** Where the sign-up came from, such as the other service's name for its source. */
  referrer_url?: string | undefined;
  utm_campaign?: string | undefined;
  utm_medium?: string | undefined;
  utm_source?: string | undefined;
  ip_address?: string | undefined;
  /** The language that the person has chosen. */
  locale?: string | undefined;
  consent?: Consent | undefined;
};

/** A line that cannot be a person or an issue. */
export type RefusedLine = {
  kind: 'refused';
  file: string;
  line: number;
  /** The fault, then the remedy, as a sentence. */
  reason: string;
};

/** A past issue. */
export type IssueLine = {
  kind: 'issue';
  file: string;
  line: number;
  subject: string;
  /** The text as the service has it, which for Buttondown is Markdown. issues/clean.ts turns it into HTML of ours. */
  html: string;
  slug?: string | undefined;
  /** When it was published, in ISO 8601. */
  publish_date?: string | undefined;
  canonical_url?: string | undefined;
  description?: string | undefined;
  image?: string | undefined;
  /** Its former address, or the path of that address. */
  old_url?: string | undefined;
  /** Another former address: WordPress's address with the number of the post. */
  old_short_url?: string | undefined;
  is_draft?: boolean | undefined;
  /** The people who may read it; everybody if there is no readership. */
  readership?: 'everybody' | 'subscribers' | 'paying' | 'nobody' | undefined;
};

/** A note about the whole file, such as the encoding that was guessed, for the report. */
export type NoteLine = { kind: 'note'; file: string; text: string };

/** The dates of a column that can be read in two ways, with an example. `order` says how they were read; null means that they were not. */
export type DatesLine = {
  kind: 'dates';
  file: string;
  column: string;
  count: number;
  example: string;
  order: DateOrder | null;
};

export type SourceLine = PersonLine | RefusedLine | IssueLine | NoteLine | DatesLine;

/** The uploaded file: the files of a zip, or one file with its own name. */
export type UploadedFiles = {
  names: string[];
  /** Opens the bytes of one file. Throws ZipError if they are damaged. */
  open(name: string): AsyncIterable<Buffer>;
  /** Returns the first 64 KiB of a file, or all of it. */
  head(name: string): Promise<Buffer>;
};

/**
 * The field for each column, by its header: `email_address`, `status`, `tags`, `notes`, `metadata.NAME`, …, or `''` for nothing. The
 * readers of `csv` and `jsonl` guess the fields that are not given.
 */
export type Columns = Record<string, string>;

/** The field for each column, and some of its cells, by its header. */
export type ColumnGuess = { columns: Columns; cells: Record<string, string[]> };

/** The order of day and month in columns, by their headers, if the file does not show it. */
export type DateOrders = Record<string, DateOrder>;

export type ReadOptions = {
  columns?: Columns | undefined;
  date_orders?: DateOrders | undefined;
  /** The address of the site where past issues were; may be empty. */
  site_url?: string | undefined;
};

/** The reader of one layout of files. To add one, write a file in sources/ and a line in sources.ts. */
export type Source = {
  name: SourceName;
  /** Whether the layout (names in the zip, header cells) is this service's. Reads only the beginnings of files. */
  recognise(files: UploadedFiles): Promise<boolean>;
  /** Returns the columns and the field for each, for the dry run to show. Only for layouts in which these can be chosen. */
  columns?(files: UploadedFiles, options: ReadOptions): Promise<ColumnGuess>;
  /**
   * Reads all lines in the file's order, one by one or some at once, with bounded memory. A line that cannot be read becomes a RefusedLine,
   * and the reader continues after it. Throws ZipError, or LineError if the file as a whole cannot be read.
   */
  read(files: UploadedFiles, options: ReadOptions): AsyncIterable<SourceLine | SourceLine[]>;
};
