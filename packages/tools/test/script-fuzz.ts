import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { assessCommand } from '../src/law1/assess-command.js'

/** Pieces of a script's language, one a blank-separated word; ␣ stands for a blank, ⏎ for a newline. */
const pieces = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((piece) => piece.replaceAll('␣', ' ').replaceAll('⏎', '\n'))

const languages = {
  sed: {
    implementations: [['sed'], ['sed', '--posix'], ['busybox', 'sed'], ['gsed']],
    common: pieces(`1 $ /a/ /[/] ,/ ! p d s/a/b/ s:a:b: s|a|b| s,a,b, g I ; ; ⏎ { } ␣ n = q`),
    sound: pieces(String.raw`
      s/a/b/g 1,/b/p /a/,$d $!N;s/\n/␣/;P;D s/[a-z]*/x/2 /a/{s/x/y/;p} y/abc/xyz/ s|a\/b|&|I :a⏎N⏎$!ba⏎s/a/b/ 1!G;h;$!d
      s/\(a\)\(b\)/\2\1/ /[[:alpha:]]/!d s,/,:,g s:/:_:g;s#a#b# $= /^$/d;s/[^/]*$//`),
    rare: pieces(String.raw`
      w␣pwned e␣touch␣pwned␣ e s/.*/touch␣pwned/e s/a/b/w␣pwned s:]/e␣touch␣pwned␣#:x: #:x: 1,/[/ /[/s:]/ W␣pwned
      / / : : | , # [ ] [^ [] [^] [[:alpha:]] [/] [\] \ \\ \/ \n \[ & s y y/ab/cd/ y/[/]/ s/[/]/b/ s,[,],x, :a ta b
      r␣f R␣f a\⏎ i\⏎ c\⏎ a␣x \,a, 0,/a/ +1 ~ s/a/b␣;w␣pwned; s/x/\/;w␣pwned⏎/ s/a\/b/c/ s/\c[/x/ s/\cA/x/ s/\x2f/x/
      1,/[/s:]/e␣touch␣pwned␣#:x: /[/]/e␣touch␣pwned␣#]/p s/[/]/e␣touch␣pwned⏎/x/ y/[/]/e␣touch␣pwned␣#]/
      l N D h H x G F z Q v # #n}`),
  },
  awk: {
    implementations: [
      ...[['mawk'], ['gawk'], ['gawk', '--posix'], ['gawk', '--traditional'], ['busybox', 'awk'], ['original-awk']],
      ...[['bsdawk'], ['goawk'], ['nawk']],
    ],
    common: pieces(`
      { } { } ( ) x $1 NF NR ; ; , ␣ / / /a/ "a" 1 > == = + print␣ print␣ print if( for( (x) $1>1 END BEGIN ! ~ && || ⏎`),
    sound: pieces(String.raw`
      {print␣$1} NR>1 $3>1{print␣$1,$2} !seen[$0]++ {s+=$2}END{print␣s/NR} /a/,/b/ BEGIN{FS=","}{print␣$NF}
      {if($1>2)print␣$1;else␣print␣$2} {for(i=1;i<=NF;i++)c[$i]++}END{for(k␣in␣c)print␣k,c[k]} {gsub(/a/,"b");print}
      $1~/^[a-z]+$/&&NF>=2 {printf␣"%s\n",$1} {print␣($1>$2)?"x":"y"} {print␣$1/$2/x} length($0)>2 {x=a[1]/2;print␣x}
      {print␣substr($0,1,3)} BEGIN{x=4;print␣x/2;print␣(x)/2} {while(i<3){i++;print␣i>2}} {print(a)(b>1)}
      {print␣"a"␣(x>1)␣"b"}`),
    rare: pieces(String.raw`
      >"pwned" >␣"pwned" >>"pwned" |"touch␣pwned" |␣"sh" system("touch␣pwned") ;system("touch␣pwned"); getline␣x<"f" system
      system␣ "touch␣pwned"|getline␣x getline close("f") printf("%s","x") printf␣"a">"pwned" print(1)>"pwned" (1)>"pwned"
      print("x">"pwned") (x>"pwned") for(print␣1>"pwned";0;) ;0;) " " \ \/ """ [ ] /[/]/ /[/ /"/ "/" /x"/ #/ # #" ␣/␣ /=
      /=/ in a[1] a[ length length␣ length(x) substr(x,1) gsub(/a/,"b") sub("/","x") split(x,a,/,/) ++ -- x++/ )/ ]/ $ $/
      1system 0x1system("touch␣pwned") 1e system␣("touch␣pwned") 0x1 1.x ? : ?: do while( else else␣/ exit next delete␣a
      delete␣a[1] func␣f(){} function␣f(){} f( x( @ @f() ENVIRON["x"] ARGV[1] -f % ^ ** **= >= <= != !~ >␣ "pwned" "pwned"
      )>"pwned" print␣x␣>␣"pwned" /;print␣1>"pwned"}#/ ;print␣1>"pwned" "};print>"pwned"#" /"/;print>"pwned"#"/ if(x)/
      (x)/";system("touch␣pwned");"/ x/";print␣1>"pwned";"/1 }/";print␣1>"pwned";"/{`),
  },
} as const

export type Language = keyof typeof languages

/** The implementations of a language that this machine has. */
export const implementationsOf = (language: Language): string[][] =>
  languages[language].implementations
    .map((words) => [...words])
    .filter(([program = '', ...options]) => {
      const { status, error } = spawnSync(program, [...options, language === 'sed' ? 'p' : '{ print }', '/dev/null'])
      return error === undefined && status === 0
    })

function scriptsOf(language: Language): fc.Arbitrary<string> {
  const { common, rare, sound } = languages[language]
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...common) },
    { weight: 2, arbitrary: fc.constantFrom(...rare) },
  )
  const random = fc.array(piece, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))
  const edit = fc.tuple(fc.nat(), fc.nat({ max: 2 }), piece)
  const tampered = fc
    .tuple(fc.constantFrom(...sound), fc.array(edit, { maxLength: 3 }), fc.constantFrom('', ...sound))
    .map(([script, edits, other]) =>
      edits.reduce(
        (text, [position, removed, put]) => {
          const at = position % (text.length + 1)
          return text.slice(0, at) + put + text.slice(at + removed)
        },
        other === '' ? script : `${script}\n${other}`,
      ),
    )
  return fc.oneof(random, tampered)
}

/** The gate's own answer to the script as one quoted word. */
export const isFreeScript = (language: Language, script: string): boolean =>
  !script.includes("'") && assessCommand(`${language} '${script}' a.txt f`).reason === null

export interface Divergence {
  readonly script: string
  readonly implementation: string
}

export interface FuzzResult {
  /** Scripts judged free, each of which every implementation ran. */
  readonly ran: number
  /** Scripts made, free or not. */
  readonly made: number
  /** Scripts among those that ran that some implementation took for valid. */
  readonly valid: number
  readonly harmful: readonly Divergence[]
}

/** Makes scripts until `count` different ones are judged free, runs these and reports those that changed the folder. */
export function fuzzJudge(language: Language, { count, seed }: { count: number; seed: number }): FuzzResult {
  const implementations = implementationsOf(language)
  const free = new Set<string>()
  let made = 0
  for (let round = 0; free.size < count && round < 10_000; round++) {
    const scripts = fc.sample(scriptsOf(language), { numRuns: 1000, seed: seed + round })
    made += scripts.length
    for (const script of scripts) if (free.size < count && isFreeScript(language, script)) free.add(script)
  }
  const scripts = [...free]
  const runs = runAll(scripts, implementations)
  const harmful = scripts.flatMap(
    (script, index) => runs[index]?.harmed.map((implementation) => ({ script, implementation })) ?? [],
  )
  return { ran: free.size, made, valid: runs.filter(({ valid }) => valid).length, harmful }
}

/** Which implementations changed, made or removed a file when they ran a script, and whether any took it for valid. */
export interface Ran {
  readonly harmed: readonly string[]
  readonly valid: boolean
}

const runner = join(import.meta.dirname, 'script-runner.mjs')

/** What came of each script, in order. */
export function runAll(scripts: readonly string[], implementations: readonly (readonly string[])[]): readonly Ran[] {
  const input = JSON.stringify({ scripts, implementations })
  return JSON.parse(execFileSync(process.execPath, [runner], { input, encoding: 'utf8' }))
}
