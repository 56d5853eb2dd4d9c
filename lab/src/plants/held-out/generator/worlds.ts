import type { Obstacle } from './obstacle.js'
import type { Site } from './site.js'
import type { Look, Trouble, TroubleKind } from './sketch.js'

type Of<Kind extends TroubleKind> = Extract<Trouble, { readonly kind: Kind }>

/** Some tools don't go through what is down or locked: the right one always does. */
function affecting(rightTool: number, site: Site) {
  const reach = 0.7
  return (tool: number): boolean => tool === rightTool || site.roll('affects', tool) < reach
}

export function flaky({ rate }: Of<'flaky'>, look: Look, rightTool: number, site: Site): Obstacle {
  const affects = affecting(rightTool, site)
  const share = site.within(look.share, 'share', 'flaky')
  const often = site.within(rate, 'rate')
  // Half of them fail alike for the whole round: calling again at once does not help.
  const lastsTheRound = site.roll('lasts the round') < 0.5
  return {
    layer: 'reach',
    cause: 'outage',
    look,
    blocks: ({ tool }, { round, attempt }) =>
      affects(tool) && site.roll('flake', tool, round, lastsTheRound ? 0 : attempt) < often ? share : 0,
  }
}

export function outage({ lasts }: Of<'outage'>, look: Look, rightTool: number, site: Site): Obstacle {
  const affects = affecting(rightTool, site)
  const share = site.within(look.share, 'share', 'outage')
  const ends = site.whole(lasts, 'lasts')
  return {
    layer: 'reach',
    cause: 'outage',
    look,
    blocks: ({ tool }, { round, pauses }) => (affects(tool) && round - 1 + pauses < ends ? share : 0),
  }
}

export function unprepared({ byWork }: Of<'unprepared'>, look: Look, site: Site): Obstacle {
  const share = site.within(look.share, 'share', 'unprepared')
  const worksUp = site.roll('by work') < byWork
  return {
    layer: 'world',
    cause: 'not_yet',
    look: worksUp ? { ...look, changed: true } : look,
    blocks: (_, { isPrepared, sameTool }) => (isPrepared || (worksUp && sameTool > 0) ? 0 : share),
  }
}

export function unworked({ rounds, byPreparing }: Of<'unworked'>, look: Look, site: Site): Obstacle {
  const share = site.within(look.share, 'share', 'unworked')
  const enough = site.whole(rounds, 'rounds')
  const isThere = site.roll('there') < 0.5
  const preparingHelps = site.roll('by preparing') < byPreparing
  return {
    layer: 'world',
    cause: 'not_yet',
    look: { ...look, changed: true },
    blocks: (_, { isPrepared, sameTool, sameChoice }) =>
      (preparingHelps && isPrepared) || (isThere ? sameChoice : sameTool) >= enough ? 0 : share,
  }
}

export function after(earlier: number, look: Look, site: Site): Obstacle {
  const share = site.within(look.share, 'share', 'after')
  return { layer: 'world', cause: 'not_yet', look, blocks: (_, { done }) => (done[earlier] ? 0 : share) }
}

export function access(look: Look, rightTool: number, site: Site): Obstacle {
  const affects = affecting(rightTool, site)
  const share = site.within(look.share, 'share', 'access')
  return {
    layer: 'reach',
    cause: 'no_access',
    look,
    blocks: ({ tool }, { isAnswered }) => (affects(tool) && !isAnswered ? share : 0),
  }
}

export function answer(look: Look, site: Site): Obstacle {
  const share = site.within(look.share, 'share', 'answer')
  return {
    layer: 'result',
    cause: 'needs_answer',
    look,
    blocks: (_, { isAnswered }) => (isAnswered ? 0 : share),
  }
}
