"""Calls tools of the Model Context Protocol server wb-wordpress-site-manager-mcp; prints what each one answered."""

import json
import os
import subprocess
import sys

program, origin, username, password = sys.argv[1:]
environment = {**os.environ, 'WP_SITE_URL': origin, 'WP_USERNAME': username, 'WP_APP_PASSWORD': password}
server = subprocess.Popen(
    [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True
)
count = 0


def ask(method, params):
    global count
    count += 1
    server.stdin.write(json.dumps({'jsonrpc': '2.0', 'id': count, 'method': method, 'params': params}) + '\n')
    server.stdin.flush()
    return json.loads(server.stdout.readline())['result']


def call(name, **arguments):
    return json.loads(ask('tools/call', {'name': name, 'arguments': arguments})['content'][0]['text'])


ask('initialize', {'protocolVersion': '2024-11-05', 'capabilities': {}, 'clientInfo': {'name': 'e2e', 'version': '1'}})
checked = call('config_selftest')
made = call('post_create', title='By a Python tool', content='<p>Words.</p>', status='publish', categories=['Boats'])
read = call('post_get', post_id=made['id'])
trashed = call('post_delete', post_id=made['id'])
print(
    json.dumps({'checked': checked['ok'], 'made': [made['status'], read['categories']], 'trashed': trashed['ok']})
)
server.stdin.close()
server.wait()
