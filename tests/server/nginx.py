"""nginx.py PECK FOLDER — `peck serve` behind a real nginx with TLS, and behind a real Caddy, by the
configurations that docs/host/deploy has; only ports, files and the certificate are ours."""
import os
import pathlib
import socket
import ssl
import subprocess
import sys
import tempfile
import time

from wire import Server, WebSocket, Wire, ask, begin, free_port, wait_for

MAIN = """
daemon off;
pid {root}/pid;
error_log {root}/error.log;
{user}
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {root}/body;
    proxy_temp_path {root}/proxy;
    fastcgi_temp_path {root}/fastcgi;
    uwsgi_temp_path {root}/uwsgi;
    scgi_temp_path {root}/scgi;
    include {root}/site.conf;
}}
"""


def replace(text, *pairs):
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def certify(root):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                    "-nodes", "-keyout", f"{root}/privkey.pem", "-out", f"{root}/fullchain.pem",
                    "-days", "2", "-subj", "/CN=peck.example",
                    "-addext", "subjectAltName=DNS:peck.example"], check=True, capture_output=True)


def start_nginx(root, folder, ports, *peck_ports):
    """The site of docs/host/deploy with our ports and files in it."""
    site = replace(
        folder.joinpath("nginx.conf").read_text(), ("listen 80;", f"listen 127.0.0.1:{ports[0]};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{ports[1]} ssl http2;"),
        ("server 127.0.0.1:8080;", " ".join(f"server 127.0.0.1:{port};" for port in peck_ports)),
        ("/var/log/nginx/", f"{root}/"),
        ("/etc/letsencrypt/live/peck.example/", f"{root}/"))
    pathlib.Path(root, "site.conf").write_text(site)
    user = "user root;" if os.getuid() == 0 else ""
    pathlib.Path(root, "nginx.conf").write_text(MAIN.format(root=root, user=user))
    return subprocess.Popen(["nginx", "-c", f"{root}/nginx.conf", "-p", root, "-e",
                             f"{root}/error.log"])


def start_caddy(root, folder, ports, *peck_ports):
    """The same for Caddy, with a certificate in place of one that it would ask for."""
    options = f"{{\n\tadmin off\n\thttp_port {ports[0]}\n\thttps_port {ports[1]}\n}}\n"
    site = replace(
        folder.joinpath("Caddyfile").read_text(),
        ("peck.example {\n", f"peck.example {{\n\tbind 127.0.0.1\n"
                             f"\ttls {root}/fullchain.pem {root}/privkey.pem\n"),
        ("127.0.0.1:8080", " ".join(f"127.0.0.1:{port}" for port in peck_ports)))
    pathlib.Path(root, "Caddyfile").write_text(options + site)
    with open(f"{root}/peck.log", "w") as log:
        return subprocess.Popen(["caddy", "run", "--config", f"{root}/Caddyfile"], stderr=log,
                                env={**os.environ, "HOME": root, "XDG_DATA_HOME": root,
                                     "XDG_CONFIG_HOME": root})


def is_open(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


def check(root, ports):
    Wire.context, Wire.host = None, "peck.example"
    status, headers, _ = ask(ports[0], "GET", "/table?token=abc")
    assert status in (301, 308) and headers["location"].startswith("https://"), (status, headers)
    Wire.context = ssl.create_default_context(cafile=f"{root}/fullchain.pem")
    status, headers, _ = ask(ports[1], "GET", "/?token=abc")
    assert status == 200 and "max-age" in headers["strict-transport-security"], headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert ask(ports[1], "GET", "/metrics")[0] == 403
    status = ask(ports[1], "POST", "/api/tables", b"x" * 20000)[0]
    assert status == 413, status
    WebSocket(ports[1], ["Origin: https://peck.example"]).close()
    try:
        WebSocket(ports[1], ["Origin: https://evil.example"])
        raise AssertionError("another page's script got in")
    except ConnectionError as refused:
        assert refused.args == (403,)
    player = begin(ports[1])
    player.play()
    assert player.phase() == "over"
    player.ws.close()
    opened = [ask(ports[1], "POST", "/api/tables", {"game": "nothanks"},
                  [f"X-Forwarded-For: 203.0.113.{i}"])[0] for i in range(40)]
    assert 429 in opened, "a forged address was believed"
    assert "token" not in pathlib.Path(root, "peck.log").read_text()


def main():
    peck, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    for start in start_nginx, start_caddy:
        ports = free_port(), free_port()
        with tempfile.TemporaryDirectory(prefix="peck-proxy.") as root:
            certify(root)
            server = Server(peck, f"sqlite:{root}/db", "--proxy", "127.0.0.1", "--origin",
                            "https://peck.example")
            proxy = start(root, folder, ports, server.port)
            try:
                wait_for(lambda: is_open(ports[1]))
                check(root, ports)
                began = time.monotonic()
                assert server.stop() == 0
                print(f"{proxy.args[0]}: stopped within {time.monotonic() - began:.1f} s")
            finally:
                proxy.terminate()
                proxy.wait()
                if server.process.poll() is None:
                    server.kill()


if __name__ == "__main__":
    main()
