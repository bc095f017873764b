import type { DateOrder } from './dates.ts';

/** The names of the sources: what other services, and spreadsheets, write. sources.ts has their readers. */
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

/** What a file may say that somebody is. statuses.ts says which type of subscriber that becomes. */
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

/** What a file may say about what somebody pays for or was given. */
export type PlanStatus = 'paid' | 'gifted' | 'trial' | 'churned' | 'past_due' | 'plan_paused';

/** Such a right, apart from whether they want mail. */
export type PersonPlan = {
  status: PlanStatus;
  /** When it began and ends or ended: ISO 8601. */
  since?: string | undefined;
  until?: string | undefined;
  /** Whether it is free access, and nobody's gift. */
  is_comp?: boolean | undefined;
  message?: string | undefined;
};

/** The evidence of somebody's consent, as far as the file has it. */
export type Consent = {
  /** ISO 8601. */
  date?: string | undefined;
  ip_address?: string | undefined;
  page_url?: string | undefined;
  /** Under which words, or where from: the name of the form, list or campaign. */
  text?: string | undefined;
};

/** A person as another service's file has them. Everything but the address may be missing. */
export type PersonLine = {
  kind: 'person';
  /** The name inside the zip, or the file's own. */
  file: string;
  /** The line or record in it, from 1; for the report. */
  line: number;
  /** As written: the engine trims and validates it. */
  email_address: string;
  /** Without one the person is active. */
  status?: PersonStatus | undefined;
  /** What they may read, if the status does not say it or not all of it. */
  plan?: PersonPlan | undefined;
  /** Names. */
  tags?: string[] | undefined;
  metadata?: Record<string, unknown> | undefined;
  notes?: string | undefined;
  /** When they signed up: ISO 8601, as the other dates. What cannot be read as a date is left out. */
  creation_date?: string | undefined;
  confirmation_date?: string | undefined;
  unsubscription_date?: string | undefined;
  unsubscription_reason?: string | undefined;
  /** Whether the file has a date on which they left, readable or not. */
  has_left?: boolean | undefined;
  /** Where the sign-up came from, such as the other service's name of it. */
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
  /** What is wrong, then what to do, as a sentence. */
  reason: string;
};

/** A past issue. */
export type IssueLine = {
  kind: 'issue';
  file: string;
  line: number;
  subject: string;
  /** As the service has it, which for Buttondown is Markdown; issues/clean.ts makes HTML of ours from it. */
  html: string;
  slug?: string | undefined;
  /** ISO 8601. */
  publish_date?: string | undefined;
  canonical_url?: string | undefined;
  description?: string | undefined;
  image?: string | undefined;
  /** Where it was; the address or its path. */
  old_url?: string | undefined;
  /** Where else it was: WordPress's address with the number of the post. */
  old_short_url?: string | undefined;
  is_draft?: boolean | undefined;
  /** Who may read it; everybody, if it says nothing. */
  readership?: 'everybody' | 'subscribers' | 'paying' | 'nobody' | undefined;
};

/** What to know about the whole file, such as the encoding that was guessed; shown in the report. */
export type NoteLine = { kind: 'note'; file: string; text: string };

/** Dates of a column that can be read in two ways, with one of them; `order` says how they were, null: not at all. */
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
  /** The bytes of one of them. Throws ZipError if they are damaged. */
  open(name: string): AsyncIterable<Buffer>;
  /** Its first 64 KiB, or all of it. */
  head(name: string): Promise<Buffer>;
};

/**
 * The field for each column, by its header: `email_address`, `status`, `tags`, `notes`, `metadata.NAME`, …, or `''` for
 * nothing. The readers of `csv` and `jsonl` guess what is not given.
 */
export type Columns = Record<string, string>;

/** The field for each column, and some of its cells, by its header. */
export type ColumnGuess = { columns: Columns; cells: Record<string, string[]> };

/** In which order columns write day and month, by their headers, where the file does not show it. */
export type DateOrders = Record<string, DateOrder>;

export type ReadOptions = {
  columns?: Columns | undefined;
  date_orders?: DateOrders | undefined;
  /** Where past issues were; or empty. */
  site_url?: string | undefined;
};

/** The reader of one layout of files. To add one, write a file in sources/ and a line in sources.ts. */
export type Source = {
  name: SourceName;
  /** Whether the layout (names in the zip, header cells) is this service's. Reads heads only. */
  recognise(files: UploadedFiles): Promise<boolean>;
  /** The columns and what each becomes, for the dry run to show. Only for layouts where this can be chosen. */
  columns?(files: UploadedFiles, options: ReadOptions): Promise<ColumnGuess>;
  /**
   * All lines, in the file's order, streamed with bounded memory, one by one or some at once. A line that cannot be read is a RefusedLine,
   * and the reader continues after it. Throws ZipError, or LineError if the file as a whole cannot be read.
   */
  read(files: UploadedFiles, options: ReadOptions): AsyncIterable<SourceLine | SourceLine[]>;
};
