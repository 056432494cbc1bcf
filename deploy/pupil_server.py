"""What the hub starts for a pupil or teacher: the lessons, copied to their home, in a JupyterLab of their own."""

import os
import sys
from pathlib import Path

from tutor.copies import copy_lessons
from tutor.resources import jupyter_config

folder = Path.home() / "tienlen"
copy_lessons(folder, os.environ.get("TIENLEN_LESSONS", "en"))
os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
    filter(None, [str(jupyter_config()), os.environ.get("JUPYTER_CONFIG_PATH")])
)
options = [f"--ServerApp.root_dir={folder}", "--LabApp.extension_manager=readonly"]
os.execv(sys.executable, [sys.executable, "-m", "jupyterhub.singleuser", *options, *sys.argv[1:]])
