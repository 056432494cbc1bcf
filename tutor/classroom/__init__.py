"""What a teacher needs: sets for a class, printed sheets, a lesson plan, and the results that come back.

`sets` chooses, `pupils` is what a pupil's notebook calls, `sheets` prints, `results` reads what is handed in. The
command line and the teacher's notebook call these; nothing here is loaded before it is used.
"""
