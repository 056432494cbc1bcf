"""jupyterhub_config.py in containers: NOT RUN by the authors. One container a pupil, the school's sign-on."""

from pathlib import Path

load_subconfig(str(Path(__file__).parent / "jupyterhub_config.py"))  # noqa: F821 (JupyterHub puts it there)

c = get_config()  # noqa: F821

# The school's own sign-on: oauth.env has the OAUTH_... and OAUTH2_... variables that oauthenticator documents.
c.JupyterHub.authenticator_class = "generic-oauth"
c.GenericOAuthenticator.username_claim = "preferred_username"

c.JupyterHub.spawner_class = "docker"
c.DockerSpawner.image = "tienlen-school"
c.DockerSpawner.network_name = "tienlen-school"
c.DockerSpawner.volumes = {"tienlen-{username}": "/home/pupil"}
c.DockerSpawner.extra_create_kwargs = {"user": "pupil"}
c.DockerSpawner.environment = {"HOME": "/home/pupil"}
c.DockerSpawner.mem_limit = "1G"
c.DockerSpawner.remove = True
c.JupyterHub.hub_ip = "0.0.0.0"
c.JupyterHub.hub_connect_ip = "tienlen-hub"
