import { oneLine } from '@artoo/sdk'
import { onAbort } from '@artoo/spec'
import { type Component, setCapabilities, type Terminal, TUI } from '@mariozechner/pi-tui'
import type { Conversation } from '../conversation/conversation.js'
import { createActions } from './actions.js'
import { createAsks } from './asks.js'
import { createCompletion } from './completion.js'
import { editText } from './external-editor.js'
import { frame } from './frame.js'
import type { Block, Command, History, Shown, Views } from './ports.js'
import { createPrompt } from './prompt.js'
import { createShow } from './show.js'
import { createSpinner } from './spinner.js'
import { createStatusLine } from './status-line.js'
import { suspend } from './suspend.js'
import { screenTerminal, standardTerminal } from './terminal.js'
import { themeOf } from './theme.js'
import { createLive, createTranscript } from './transcript.js'

export interface ScreenOptions {
  readonly conversation: Conversation
  readonly views: Views
  readonly history: History
  readonly commands: readonly Command[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Ends the screen: the terminal was closed, or the process is ending. */
  readonly signal: AbortSignal
  /** Begins a task once the screen is there. */
  readonly begin?: (() => Promise<unknown>) | undefined
  /** Blocks of the conversation before this process. */
  readonly earlier?: readonly Block[] | undefined
  /** Sentences to begin with. */
  readonly notes?: readonly string[] | undefined
  /** @defaultValue the terminal of this process */
  readonly terminal?: Terminal | undefined
  /** Gives the terminal to the shell until it is given back. */
  readonly suspend?: (() => Promise<void>) | undefined
  /** Has a text changed in the person's own editor. */
  readonly edit?: ((text: string) => Promise<string>) | undefined
  /** @defaultValue `Date.now` */
  readonly now?: (() => number) | undefined
}

/** Shows a conversation until the person leaves. The terminal is then as it was; the conversation stays open. */
export async function startScreen(options: ScreenOptions): Promise<void> {
  const { conversation, views, commands, env, begin, earlier = [], notes = [], now = Date.now } = options
  if (options.signal.aborted) return
  const controller = new AbortController()
  const { signal } = controller
  const left = new Promise<void>((resolve) => onAbort(signal, resolve))
  const errors: unknown[] = []
  const leave = () => controller.abort()
  const fail = (error: unknown) => {
    errors.push(error)
    leave()
  }
  const terminal = screenTerminal(options.terminal ?? standardTerminal(), fail)
  // Links show where they lead, and images are not drawn.
  setCapabilities({ images: null, trueColor: false, hyperlinks: false })
  const tui = new TUI(terminal, true)
  const theme = themeOf(env)
  const transcript = createTranscript(theme)
  const liveLines = createLive(theme)
  const spinner = createSpinner(theme, redraw)
  const statusLine = createStatusLine(theme, redraw)
  const completion = createCompletion(commands, conversation.agent.root)
  const prompt = createPrompt({ tui, theme, history: options.history, completion, submit })
  const show = createShow({ terminal, theme, transcript, prompt, signal, changed: focus, leave })
  const asks = createAsks({ conversation, views, tui, theme, now, early, changed: focus })
  const act = createActions({
    ...{ conversation, views, prompt, asks, show, statusLine, now, signal, leave, redrawAll },
    suspend: () => away(options.suspend ?? suspend),
    edit: (text) => away(() => (options.edit ?? ((before) => editText(before, env)))(text)),
  })
  let isAway = false
  /** Called by the last frame; null: there will be more. */
  let last: (() => void) | null = null
  let keyAt = -Infinity

  function redraw(): void {
    if (show.isPaging || isAway) return
    if (transcript.isFull) redrawAll()
    else tui.requestRender()
  }

  function redrawAll(): void {
    transcript.refit()
    tui.requestRender(true)
  }

  function focus(): void {
    tui.setFocus(show.picker ?? asks.current ?? prompt.field)
    redraw()
  }

  function panel(width: number): readonly string[] {
    if (show.picker !== null) return show.picker.render(width)
    if (asks.current === null) return prompt.field.render(width)
    return [...asks.current.render(width), ...(prompt.isEmpty ? [] : prompt.field.render(width))]
  }

  function draw(width: number): string[] {
    if (last !== null) {
      last()
      return [...transcript.lines(width, terminal.rows, terminal.rows)]
    }
    const isWorking = conversation.taskId !== null
    spinner.turn(isWorking)
    const parts = {
      transcript,
      live: liveLines(views.live(), width),
      spinner: isWorking ? spinner.line(views.activity()) : null,
      panel: panel(width),
      status: statusLine.line(views.status(width)),
    }
    return frame(parts, width, terminal.rows, theme)
  }

  const root: Component = {
    invalidate() {},
    render(width) {
      try {
        return draw(width)
      } catch (error) {
        fail(error)
        return []
      }
    },
  }

  function submit(text: string): void {
    const [, name, argument = ''] = /^\/([a-z][a-z-]*)(?:\s+([\s\S]*))?$/.exec(text) ?? []
    const command = commands.find((each) => each.name === name)
    if (name === undefined) show.attempt(() => say(text))
    else if (command !== undefined) show.attempt(() => run(command, argument.trim(), text))
    else show.present({ type: 'lines', lines: [`There is no /${name}: /help lists the commands.`], tone: 'error' })
  }

  /** Lines stand below the words that asked for them. */
  async function run(command: Command, argument: string, text: string): Promise<Shown | null> {
    const shown = await command.run(argument, signal)
    if (shown?.type === 'lines') transcript.append({ tone: 'person', lines: () => [`> ${oneLine(text)}`] })
    return shown
  }

  /** Keeps words that could not be sent. */
  async function say(text: string): Promise<null> {
    try {
      await conversation.say(text)
      return null
    } catch (error) {
      if (prompt.isEmpty) prompt.field.setText(text)
      throw error
    }
  }

  /** Gets the keys of a person who was typing when a request came. */
  function early(data: string): void {
    if (!prompt.isEmpty) prompt.field.handleInput(data)
  }

  /** Gives the terminal away, then takes it back. */
  async function away<Value>(work: () => Promise<Value>): Promise<Value> {
    isAway = true
    tui.stop()
    try {
      return await work()
    } finally {
      if (!signal.aborted) {
        isAway = false
        tui.start()
        redrawAll()
      }
    }
  }

  /** Leaves what was said and done on the terminal, without the prompt and what stands around it. */
  function drawLast(): Promise<void> {
    return new Promise((resolve) => {
      last = resolve
      if (isAway || errors.length > 0) resolve()
      else tui.requestRender()
    })
  }

  function refresh(): void {
    asks.refresh(keyAt)
    redraw()
  }

  const restore = () => {
    if (!isAway) tui.stop()
    isAway = true
  }
  const silence = conversation.listen((happening) => {
    for (const block of views.take(happening)) transcript.append(block)
    refresh()
  })
  const forget = onAbort(options.signal, leave)
  process.once('exit', restore)
  tui.addChild(root)
  tui.addInputListener((data) => {
    keyAt = now()
    if (!act(data)) return undefined
    redraw()
    return { consume: true }
  })
  try {
    tui.setFocus(prompt.field)
    refresh()
    tui.start()
    show.attempt(() => prompt.load().then(() => null))
    for (const block of earlier) transcript.append(block)
    if (notes.length > 0) show.present({ type: 'lines', lines: notes.map((note) => oneLine(note)), tone: 'quiet' })
    if (begin) show.attempt(() => begin().then(() => null))
    await left
    await drawLast()
    // The release of the last key is not left to the shell.
    if (!options.signal.aborted && !isAway) await terminal.drainInput(300, 30)
  } finally {
    forget()
    leave()
    silence()
    spinner.turn(false)
    statusLine.close()
    prompt.field.setText('')
    restore()
    process.off('exit', restore)
  }
  if (errors.length > 0) throw errors[0]
}
