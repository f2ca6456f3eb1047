@echo off
rem Runs symposium with the java of JAVA_HOME, or else with that of the PATH. JAVA_OPTS goes to java: the memory of
rem symposium check --memory 4g, for example, is -Xmx4g.
setlocal
set "jar=%~dp0..\lib\symposium.jar"

set "java=java.exe"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "java=%JAVA_HOME%\bin\java.exe"
set "full="
for /f "tokens=3" %%v in ('call "%java%" -version 2^>^&1 ^| findstr /c:" version "') do set "full=%%~v"
if not defined full goto missing
for /f "delims=.-+" %%v in ("%full%") do set "version=%%v"
if %version% LSS 17 goto old

set "flags=-XX:+UseSerialGC"
for %%c in (--help -h --version -V algorithms completion) do if "%~1"=="%%c" set "flags=%flags% -XX:TieredStopAtLevel=1"
for %%c in (demo node lock) do if "%~1"=="%%c" set "flags=%flags% -XX:TieredStopAtLevel=1 -Xmx256m"
if %version% GEQ 23 set "flags=%flags% --sun-misc-unsafe-memory-access=allow"
"%java%" %flags% %JAVA_OPTS% -jar "%jar%" %*
exit /b %ERRORLEVEL%

:missing
echo symposium: there is no java on the PATH and none in JAVA_HOME; Java 17 or later is required>&2
exit /b 64

:old
echo symposium: "%java%" is Java %full%; Java 17 or later is required>&2
exit /b 64
