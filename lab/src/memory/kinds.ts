import { type Persona, usualPersona } from '../whole/mind.js'

/** A kind of task in the words that its tasks are asked for with; `{month}` is filled in. */
export interface Kind {
  readonly name: string
  readonly noun: string
  readonly wordings: readonly string[]
  /** How often a call that would do fails for no reason. */
  readonly flaky?: number
  /** One more place has nothing useful. */
  readonly stale?: boolean
  /** The level that it takes is not always the usual one. */
  readonly anyLevel?: boolean
  /** Another kind of nearly the same words, for which this one's right tool is wrong. */
  readonly twin?: string
}

/** A part of the lab: what is tuned on, or what is held out. */
export interface Family {
  readonly name: 'tuning' | 'held out'
  readonly kinds: readonly Kind[]
  readonly tools: readonly string[]
  readonly places: readonly string[]
  readonly levels: readonly number[]
  readonly persona: Persona
}

export const months = ['January', 'March', 'May', 'July', 'September', 'November'] as const

const tuning: Family = {
  name: 'tuning',
  tools: ['fetch', 'query', 'scan', 'parse', 'render'],
  places: ['main', 'mirror', 'archive'],
  levels: [1, 2, 3],
  persona: usualPersona,
  kinds: [
    {
      name: 'overdue invoices',
      noun: 'invoices',
      twin: 'paid invoices',
      wordings: [
        `Put together the overdue 'invoices' of {month}`,
        `Please put together all overdue 'invoices' for {month}`,
        `I need the 'invoices' overdue in {month} put together`,
        `Overdue 'invoices', {month}: put them together`,
      ],
    },
    {
      name: 'paid invoices',
      noun: 'invoices',
      twin: 'overdue invoices',
      wordings: [
        `Put together the paid 'invoices' of {month}`,
        `Please put together all paid 'invoices' for {month}`,
        `I need the 'invoices' paid in {month} put together`,
        `Paid 'invoices', {month}: put them together`,
      ],
    },
    {
      name: 'sensor readings',
      noun: 'readings',
      flaky: 0.3,
      wordings: [
        `Average the sensor 'readings' of {month} by hour`,
        `What were the hourly averages of the sensor 'readings' in {month}?`,
        `Average sensor 'readings' by the hour, {month}`,
        `Give me hourly averages for {month} of the sensor 'readings'`,
      ],
    },
    {
      name: 'customer complaints',
      stale: true,
      noun: 'complaints',
      wordings: [
        `Sort the customer 'complaints' from {month} by topic`,
        `Sort all 'complaints' that customers sent in {month}, topic by topic`,
        `Customer 'complaints' of {month}, please, sorted by topic`,
        `Which topics did customer 'complaints' have in {month}? Sort them.`,
      ],
    },
    {
      name: 'travel expenses',
      anyLevel: true,
      noun: 'expenses',
      wordings: [
        `Check the travel 'expenses' of {month} against the policy`,
        `Do the travel 'expenses' for {month} keep to the policy? Check them.`,
        `Please check travel 'expenses' against our policy for {month}`,
        `Policy check of the travel 'expenses' in {month}`,
      ],
    },
    {
      name: 'stock levels',
      noun: 'stock',
      wordings: [
        `Forecast the warehouse 'stock' for {month}`,
        `What will the warehouse 'stock' be in {month}? Make a forecast.`,
        `A forecast of warehouse 'stock', {month}`,
        `Please forecast how much 'stock' the warehouse has in {month}`,
      ],
    },
  ],
}

const heldOut: Family = {
  name: 'held out',
  tools: ['pull', 'lookup', 'crawl', 'index', 'compose', 'trace'],
  places: ['primary', 'replica', 'vault', 'depot'],
  levels: [1, 2, 3],
  persona: { stickiness: 0.7, obedience: 0.7, judgeErrors: 0.12 },
  kinds: [
    {
      name: 'new patents',
      noun: 'patents',
      twin: 'expired patents',
      wordings: [
        `Summarise the new 'patents' on batteries, {month}`,
        `Could you summarise new 'patents' about batteries from {month}`,
        `Battery 'patents' that are new in {month}: summarise them`,
        `Give a summary of the new battery 'patents' for {month}`,
      ],
    },
    {
      name: 'expired patents',
      noun: 'patents',
      twin: 'new patents',
      wordings: [
        `Summarise the expired 'patents' on batteries, {month}`,
        `Could you summarise expired 'patents' about batteries from {month}`,
        `Battery 'patents' that expired in {month}: summarise them`,
        `Give a summary of the expired battery 'patents' for {month}`,
      ],
    },
    {
      name: 'release notes',
      noun: 'commits',
      wordings: [
        `Write release notes from the 'commits' of {month}`,
        `Turn {month}'s 'commits' into release notes`,
        `Release notes, please, for everything in the 'commits' since {month}`,
        `From the 'commits' in {month} write notes for the release`,
      ],
    },
    {
      name: 'traffic counts',
      noun: 'crossings',
      flaky: 0.35,
      wordings: [
        `Count the bicycles at the 'crossings' in {month}`,
        `How many bicycles were there at the 'crossings' during {month}?`,
        `Bicycle count at all 'crossings', {month}`,
        `In {month}, how many bicycles passed the 'crossings'? Count them.`,
      ],
    },
    {
      name: 'harvest reports',
      stale: true,
      noun: 'harvest',
      wordings: [
        `Translate the 'harvest' report of {month} into Spanish`,
        `The 'harvest' report for {month}, translated to Spanish please`,
        `I want {month}'s report on the 'harvest' in Spanish: translate it`,
        `Spanish translation of the 'harvest' report, {month}`,
      ],
    },
    {
      name: 'library loans',
      anyLevel: true,
      noun: 'loans',
      wordings: [
        `List readers with library 'loans' that ran out in {month}`,
        `Which readers let library 'loans' run out in {month}? List them.`,
        `Library 'loans' that ran out, {month}: a list of readers`,
        `Make a list of the readers whose 'loans' from the library ran out in {month}`,
      ],
    },
  ],
}

export const families = { tuning, heldOut } as const
