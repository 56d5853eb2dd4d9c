import fc from 'fast-check'

const templates = (pattern: string, holes: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> =>
  fc
    .tuple(...(pattern.match(/[A-Z]+|[^A-Z]+/g) ?? []).map((piece) => holes[piece] ?? fc.constant(piece)))
    .map((pieces) => pieces.join(''))

const choose = (...lines: string[]) => fc.constantFrom(...lines)

/** One entry a line or after two blanks. */
const listed = (block: string) => block.trim().split(/ {2,}|\n\s*/)

/** Words, most of them harmless, some of which a careless gate would let write. */
const words = choose(
  ...listed(`
    a.txt  ./b.txt  dir  *  ./*.txt  "$x"  $x  ./"$x"  'a b'  "a.txt"  ~  HEAD  1  "$(cat f)"  $(cat f)  \\;
    -n  -r  -o  -c  --  -  -opwned  --output=pwned  pwned  -i  -delete  "a[$(touch pwned)]"  "$f"  $f  "\${f}"  ]]  &>/dev/null  -ps  x:y  ~/.x`),
)

const programs = choose(
  ...listed(`
    ls  cat  sort  uniq  grep  head  wc  echo  tr  cut -c1  comm  join  stat  file  tree  diff  date  read  cd  env
    find  find .  find . -exec sort  sed  sed -n 1p  test  printf  printf %s  git log  git diff  git status
    awk  awk 1  awk {print}  tar tf  tar  xxd  xxd -l  gzip -c  gzip  zcat  unzip -l  uniq -c  date -d  base64  sed -n p
    git branch  git branch --list  git tag  git tag --contains  git stash list  git reflog  git config  git config --get
    git shortlog  node --version  [[ -f  [[  gunzip  hostname  xargs  xargs cat  xargs sort  xargs -I X sort  command  timeout 2  touch pwned`),
)

const redirections = choose(
  '',
  '',
  '',
  ' 2>/dev/null',
  ' 2>&1',
  ' < a.txt',
  ' > pwned',
  ' >/dev/null',
  ' <<E\n$x $(cat f)\nE\n',
)

const { script } = fc.letrec<{ script: string; command: string; simple: string }>((tie) => {
  const holes = {
    S: tie('script'),
    C: tie('command'),
    W: words,
    P: programs,
    R: redirections,
    D: tie('script').map((script) => `\${x:-$(${script})}`),
  }
  const simple = ['P W R', 'PR', 'P W WR', 'P W W WR', '[ -f W ]', '[ "$x" = W ]', 'x=W', 'x="$(P W)"', 'echo W WR']
  const compound = listed(`
    C | C  C; C  C && C  C || C  ! C  (S)  (S)R  { S; }  C & C  x=W C  cd dir && C  echo $(S)  echo "$(S)"  echo "D"
    if C; then S; else S; fi  [[ -f W ]] && S  [[ -f W && -n W ]]  [[ W == W ]]  for f in W W; do P "$f"; done
    for f in ./*; do P W "$f"; P "$f" W; done  for f in ./*; do P < "$f"; done  f=W; P "$f"  C &>/dev/null  for x in W W; do S; done  case W in W) S;; *) S;; esac  until true; do S; done
    while read -r x; do S; done < a.txt  C | while read -r x; do S; done`)
  return {
    simple: fc.oneof(...simple.map((pattern) => templates(pattern, holes))),
    command: fc.oneof(
      { depthSize: 'small' },
      tie('simple'),
      ...[...compound, 'C\nC', 'cat <<E\n$(S)\nE\n'].map((pattern) => templates(pattern, holes)),
    ),
    script: fc.oneof({ depthSize: 'small' }, tie('command'), tie('simple')),
  }
})

/** One program with a few words, options among them. */
export const invocations = fc
  .tuple(programs, fc.array(words, { minLength: 1, maxLength: 4 }))
  .map(([program, operands]) => [program, ...operands].join(' '))

/** Scripts of the shell's grammar over real programs. */
export const scripts = script

const fragments = [
  ...listed(`
    touch pwned  >pwned  ;  &  &&  |  '  "  $(  )  (  {  }  #  $  \\  <  $x  :-  $((  ))  x=  [  ]  *  ~  !  =  -  ;;
    $(touch pwned)  "$(touch pwned)"  ;touch pwned;  $'  $"  <(  ((  @(  >|  &>  {a,b}  \``),
  ...[
    ' ',
    '\n',
    '{ ',
    ' }',
    ' -o pwned ',
    '<<E\n',
    '\nE\n',
    '[[ ',
    ' do ',
    ' done ',
    ' then ',
    ' fi ',
    '\ntouch pwned\n',
  ],
]

/** The given commands with a few characters removed and hostile fragments put in anywhere. */
export function tamperedWith(commands: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(), fc.nat({ max: 1 }), fc.constantFrom('', ...fragments))
  return fc
    .tuple(fc.constantFrom(...commands), fc.array(edit, { minLength: 1, maxLength: 3 }))
    .map(([command, edits]) =>
      edits.reduce((text, [position, removed, fragment]) => {
        const at = position % (text.length + 1)
        return text.slice(0, at) + fragment + text.slice(at + removed)
      }, command),
    )
}
